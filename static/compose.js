// What takes several taps is put together on the phone and sent once. A section says with data-action what it begins
// with; each thing to tap in it adds its own: data-put sets fields, data-add adds to the amount, data-append is one more of
// the list that data-into names first, behind the fields it names then. Without script the same things are links, step
// by step. What is half composed outlives a push and a reload, as long as the section's data-keep is the same.
(() => {
  "use strict";
  const PIECES = "[data-put], [data-add], [data-append]";

  const all = (selector, place) => Array.from((place || document).querySelectorAll(selector));
  // A draft of this device, see drafts.js; but a secret is kept only as long as its tab.
  const owner = () => document.getElementById("tap").dataset.draft;
  const store = (section) =>
    section.closest("[data-secret]") || !owner() ? sessionStorage : localStorage;
  // What belongs to a section also stands outside it, in the action bar.
  const parts = (selector, section) =>
    all(selector, section).concat(
      all(`[data-of="${section.id}"]`).filter((part) => part.matches(selector)),
    );
  const place = (section) =>
    ["draft", owner(), "composed", location.pathname + location.search, section.id].join(" ");
  const read = (text) => JSON.parse(text || "null");
  const saidOf = (piece) =>
    JSON.stringify([piece.dataset.put, piece.dataset.add, piece.dataset.append].map(read));

  // The taps so far, each as its thing says it.
  const tapsOf = (section) => {
    const kept = read(store(section).getItem(place(section)));
    return kept && kept.keep === section.dataset.keep ? kept.taps : [];
  };
  const keep = (section, taps) => {
    const kept = { at: Date.now(), keep: section.dataset.keep, taps: taps };
    if (taps.length) store(section).setItem(place(section), JSON.stringify(kept));
    else store(section).removeItem(place(section));
    draw(section);
  };

  // The action as it stands, and what of it was set, added up, and listed. A new kind begins anew.
  const composed = (section, taps) => {
    const [into, ...before] = read(section.dataset.into) || [],
      list = [];
    let set = read(section.dataset.action),
      sum = 0;
    for (const [put, add, append] of taps.map(read)) {
      if (put && put.kind) set = read(section.dataset.action);
      Object.assign(set, put);
      sum += add || 0;
      if (append !== null)
        list.push(before.length ? before.map((field) => set[field]).concat(append) : append);
    }
    const action = Object.assign({}, set, sum ? { amount: sum } : null);
    if (list.length) action[into] = list;
    return { action: action, set: set, sum: sum, list: list };
  };

  const grouped = (number) =>
    number < 10000 ? String(number) : String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");

  const draw = (section) => {
    const taps = tapsOf(section),
      { action, set, sum, list } = composed(section, taps),
      wanted = Number(section.dataset.most || 0),
      isFull = wanted > 0 && list.length >= wanted,
      typed = section.querySelector("input:not([type=hidden])"),
      isSaid = (field) => field in action || (field === "amount" && typed && typed.value);
    const pieces = all(PIECES, section);
    for (const piece of pieces) {
      if (isSet(piece, set)) piece.setAttribute("aria-current", "true");
      else piece.removeAttribute("aria-current");
      piece.setAttribute("aria-disabled", String(isSpent(piece, taps)));
    }
    const listed = laid(section, pieces, taps);
    fill(section, listed);
    for (const part of all("[data-composing]", section)) part.hidden = isFull;
    for (const part of all("[data-scripted]", section)) part.hidden = false;
    for (const part of all("[data-begun]", section)) part.hidden = taps.length === 0;
    for (const part of parts("[data-listed]", section)) part.hidden = list.length === 0;
    for (const part of all("[data-unlisted]", section)) part.hidden = list.length > 0;
    for (const part of parts("[data-for]", section)) part.hidden = part.dataset.for !== action.kind;
    for (const shown of all("[data-count]", section))
      shown.textContent = shown.dataset.count.replace("0", String(list.length));
    for (const shown of parts("[data-sum]", section))
      shown.textContent = sum ? grouped(sum) + shown.dataset.sum : "";
    for (const shown of all("[data-list]", section)) show(shown, listed);
    for (const button of parts("[data-send]", section)) {
      button.disabled = !button.dataset.send
        .split(" ")
        .every((field) => field.split("|").some(isSaid));
      button.value = JSON.stringify(action);
    }
    if (isFull) full(section, list);
    else for (const preview of parts("[data-preview]", section)) preview.textContent = "";
  };

  const isSet = (piece, set) => {
    const put = read(piece.dataset.put);
    return put && Object.keys(put).every((field) => set[field] === put[field]);
  };

  const isSpent = (piece, taps) =>
    Boolean(piece.dataset.most) &&
    taps.filter((tap) => tap === saidOf(piece)).length >= Number(piece.dataset.most);

  // What lies in the list so far: each thing that was appended, behind the one that was set for it.
  const laid = (section, pieces, taps) => {
    const begun = read(section.dataset.action),
      found = [];
    let set = pieces.find((piece) => isSet(piece, begun));
    for (const tap of taps) {
      const piece = pieces.find((one) => saidOf(one) === tap);
      if (piece && piece.dataset.put) set = piece;
      if (piece && piece.dataset.append) found.push(set ? [set, piece] : [piece]);
    }
    return found;
  };

  const show = (shown, listed) => {
    shown.textContent = "";
    for (const things of listed) {
      const item = document.createElement("span");
      item.className = "lot";
      for (const from of things) {
        const mark = from.firstElementChild;
        item.append(mark ? mark.cloneNode(true) : from.textContent.trim(), " ");
      }
      shown.append(item, " ");
    }
  };

  // What was appended lies in the first free slot of its thing, as what was set for it looks.
  const fill = (section, listed) => {
    for (const cube of all(".laid", section)) cube.remove();
    for (const [set, piece] of listed) {
      const bar = piece?.querySelector("span");
      if (!bar) continue;
      const cube = document.createElement("i");
      cube.className = "laid of-" + set.dataset.colour;
      cube.textContent = set.firstElementChild.textContent;
      bar.append(cube);
    }
  };

  // All is there: it is sent, or the server says first what it would do.
  const full = (section, list) => {
    const preview = section.querySelector("[data-preview]");
    if (preview) return ask(section, preview, list);
    store(section).removeItem(place(section));
    parts("[data-send]", section)[0].click();
    draw(section);
  };

  const ask = (section, preview, list) => {
    const text = list.map((one) => one.join("-")).join(".");
    if (preview.dataset.shows === text && preview.firstChild) return;
    preview.dataset.shows = text;
    fetch(section.dataset.asks.replace("$", text), { credentials: "same-origin" })
      .then((answer) => answer.text())
      .then((html) => {
        const page = new DOMParser().parseFromString(html, "text/html");
        for (const part of preview.dataset.shows === text ? parts("[data-preview]", section) : []) {
          const said = page.getElementById(part.id);
          if (said) part.innerHTML = said.innerHTML;
        }
      })
      .catch(() => {
        preview.dataset.shows = ""; // asked again when the next screen comes
      });
  };

  const tap = (piece) => {
    const section = piece.closest("[data-action]"),
      taps = tapsOf(section),
      said = saidOf(piece),
      typed = section.querySelector("input:not([type=hidden])"),
      [, ...before] = read(section.dataset.into) || [],
      { set } = composed(section, taps),
      isRepeated = piece.dataset.put && taps[taps.length - 1] === said,
      isTooSoon = piece.dataset.append && !before.every((field) => field in set);
    if (isRepeated || isTooSoon || piece.getAttribute("aria-disabled") === "true") return;
    if (piece.dataset.add && typed) typed.value = "";
    keep(section, taps.concat([said]));
  };

  // Without the last thing that was listed, or without the last tap; what was set stays.
  const lessOne = (taps) => {
    const listed = taps.map((tap) => read(tap)[2] !== null),
      last = listed.lastIndexOf(true);
    return taps.filter((_, at) => at !== (last < 0 ? taps.length - 1 : last));
  };

  // A row of the seats stands for the thing in the section that means its purse.
  const meant = (row) => {
    const same = all("#now [data-action] [data-put]").filter((piece) => {
      const put = read(piece.dataset.put);
      return [put.source, put.target].indexOf("seat " + row.id.split("-").pop()) >= 0;
    });
    const open = same.filter((piece) => !piece.parentNode.querySelector("[aria-current]"));
    return open[0] || same[same.length - 1];
  };

  document.addEventListener(
    "click",
    (event) => {
      const beside = event.target.closest("#now [data-of]"),
        section =
          event.target.closest("#now [data-action]") ||
          (beside && document.getElementById(beside.dataset.of)),
        row = event.target.closest(".seats [id]"),
        back = section && event.target.closest("[data-back]"),
        piece = section ? event.target.closest(PIECES) : row && meant(row);
      if (back) keep(section, lessOne(tapsOf(section)));
      else if (piece) tap(piece);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );

  // What is typed stands instead of what was added up.
  document.addEventListener("input", (event) => {
    const section = event.target.closest("#now [data-action]");
    if (section && event.target.value)
      keep(
        section,
        tapsOf(section).filter((said) => !read(said)[1]),
      );
    else if (section) draw(section);
  });

  const drawAll = () => all("#now [data-action]").forEach(draw);
  document.addEventListener("shown", drawAll);
  drawAll();
})();
