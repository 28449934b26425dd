// Lets a player compose a move of several taps, such as placing cubes or paying, which the phone then sends as one
// action. A section has the start of the action in data-action, as JSON. Each tap on one of its pieces adds to the
// action: data-put sets fields, data-add adds to the amount, data-digit is a key of a number pad ("-" changes the sign
// of the amount), and data-append appends a value to a list. data-into is a JSON list: the field that collects the
// values, then the fields put before each value. With ["cubes", "c"], a tap on a lot appends [colour, lot] to cubes.
// Without scripts, the pieces are links, which load a page for each tap.
// Pushes and reloads keep the taps as long as data-keep stays the same.
(() => {
  "use strict";
  const PIECES = "[data-put], [data-add], [data-append], [data-digit]";

  const all = (selector, place) => Array.from((place || document).querySelectorAll(selector));
  // Taps are stored like the drafts of drafts.js. Secret ones are stored only until the browser tab is closed.
  const owner = () => document.getElementById("tap").dataset.draft;
  const storageOf = (section) =>
    section.closest("[data-secret]") || !owner() ? sessionStorage : localStorage;
  const storageKey = (section) =>
    ["draft", owner(), "composed", location.pathname + location.search, section.id].join(" ");
  // Some parts of a section are outside it, in the action bar. They name their section in data-of.
  const parts = (selector, section) =>
    all(selector, section).concat(
      all(`[data-of="${section.id}"]`).filter((part) => part.matches(selector)),
    );
  const parse = (text) => JSON.parse(text || "null");
  // A tap is stored as the JSON text of what its piece does: put, add, append, digit.
  const tapOf = ({ dataset: { put, add, append, digit } }) =>
    JSON.stringify([put, add, append].map(parse).concat(digit || []));

  const tapsOf = (section) => {
    const stored = parse(storageOf(section).getItem(storageKey(section)));
    return stored && stored.keep === section.dataset.keep ? stored.taps : [];
  };
  const store = (section, taps) => {
    const stored = { at: Date.now(), keep: section.dataset.keep, taps: taps };
    if (taps.length) storageOf(section).setItem(storageKey(section), JSON.stringify(stored));
    else storageOf(section).removeItem(storageKey(section));
    update(section);
  };

  // Returns the action so far, and separately its set fields, the sum and the list. A tap that sets the kind of action
  // discards the fields of the previous kind.
  const composed = (section, taps) => {
    const [into, ...preceding] = parse(section.dataset.into) || [],
      list = [];
    let fields = parse(section.dataset.action),
      sum = 0,
      sign = 1;
    for (const [put, add, append, digit] of taps.map(parse)) {
      if (put && put.kind) fields = parse(section.dataset.action);
      Object.assign(fields, put);
      sum += add || 0;
      if (digit === "-") sign = -sign;
      else if (digit && sum < 1e5) sum = 10 * sum + Number(digit);
      if (append !== null)
        list.push(preceding.length ? [...preceding.map((name) => fields[name]), append] : append);
    }
    sum *= sign;
    const action = { ...fields, ...(sum ? { amount: sum } : null) };
    if (list.length) action[into] = list;
    return { action, fields, sum, list };
  };

  const grouped = (number) => {
    const text = (window.companionWritten || String)(number).replace("-", "\u2212");
    return /\d{5}/.test(text) ? text.replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f") : text;
  };

  // Shows in the section what was tapped so far. When the list is complete, sends the action or requests its preview.
  const update = (section) => {
    const taps = tapsOf(section),
      { action, fields, sum, list } = composed(section, taps),
      most = Number(section.dataset.most || 0),
      isComplete = most > 0 && list.length >= most,
      typed = section.querySelector("input:not([type=hidden])"),
      isGiven = (name) => name in action || (name === "amount" && typed && typed.value);
    const pieces = all(PIECES, section);
    for (const piece of pieces) {
      if (isChosen(piece, fields)) piece.setAttribute("aria-current", "true");
      else piece.removeAttribute("aria-current");
      piece.setAttribute("aria-disabled", String(isUsedUp(piece, taps)));
    }
    const listed = listedPieces(section, pieces, taps);
    showOnPieces(section, listed);
    // Shown until the list is complete, only with scripts, after the first tap, while the list has or lacks items, and
    // for one kind of action.
    for (const part of all("[data-composing]", section)) part.hidden = isComplete;
    for (const part of all("[data-scripted]", section)) part.hidden = false;
    for (const part of all("[data-begun]", section)) part.hidden = taps.length === 0;
    for (const part of parts("[data-listed]", section)) part.hidden = list.length === 0;
    for (const part of all("[data-unlisted]", section)) part.hidden = list.length > 0;
    for (const part of parts("[data-for]", section)) part.hidden = part.dataset.for !== action.kind;
    for (const part of all("[data-count]", section))
      part.textContent = part.dataset.count.replace("0", String(list.length));
    for (const part of parts("[data-sum]", section))
      part.textContent = sum
        ? grouped(sum) + part.dataset.sum
        : (part.dataset.none && typed.value) || part.dataset.none || "";
    for (const part of all("[data-list]", section)) showList(part, listed);
    for (const button of parts("[data-send]", section)) {
      // data-send names the required fields. Alternatives are separated by "|".
      button.disabled = !button.dataset.send
        .split(" ")
        .every((name) => name.split("|").some(isGiven));
      button.value = JSON.stringify(action);
    }
    if (isComplete) finish(section, list);
    else for (const preview of parts("[data-preview]", section)) preview.textContent = "";
  };

  const isChosen = (piece, fields) => {
    const put = parse(piece.dataset.put);
    return put && Object.keys(put).every((name) => fields[name] === put[name]);
  };

  const isUsedUp = (piece, taps) =>
    Boolean(piece.dataset.most) &&
    taps.filter((tap) => tap === tapOf(piece)).length >= Number(piece.dataset.most);

  // Returns the pieces of each list item: the appended one, preceded by the piece chosen for it, such as a colour.
  const listedPieces = (section, pieces, taps) => {
    const start = parse(section.dataset.action),
      found = [];
    let chosen = pieces.find((piece) => isChosen(piece, start));
    for (const tap of taps) {
      const piece = pieces.find((other) => tapOf(other) === tap);
      if (piece && piece.dataset.put) chosen = piece;
      if (piece && piece.dataset.append) found.push(chosen ? [chosen, piece] : [piece]);
    }
    return found;
  };

  const showList = (part, listed) => {
    part.textContent = "";
    for (const pieces of listed) {
      const item = document.createElement("span");
      item.className = "lot";
      for (const piece of pieces) {
        const mark = piece.firstElementChild;
        item.append(mark ? mark.cloneNode(true) : piece.textContent.trim(), " ");
      }
      part.append(item, " ");
    }
  };

  // Shows each appended cube on its lot, in the chosen colour.
  const showOnPieces = (section, listed) => {
    for (const cube of all(".laid", section)) cube.remove();
    for (const [chosen, piece] of listed) {
      const bar = piece?.querySelector("span");
      if (!bar) continue;
      const cube = document.createElement("i");
      cube.className = "laid of-" + chosen.dataset.colour;
      cube.textContent = chosen.firstElementChild.textContent;
      bar.append(cube);
    }
  };

  const finish = (section, list) => {
    const preview = section.querySelector("[data-preview]");
    if (preview) return requestPreview(section, preview, list);
    storageOf(section).removeItem(storageKey(section));
    parts("[data-send]", section)[0].click();
    update(section);
  };

  // The server renders what the complete action would do, and the button to send it.
  const requestPreview = (section, preview, list) => {
    const text = list.map((item) => item.join("-")).join(".");
    if (preview.dataset.shows === text && preview.firstChild) return;
    preview.dataset.shows = text;
    fetch(section.dataset.asks.replace("$", text), { credentials: "same-origin" })
      .then((answer) => answer.text())
      .then((html) => {
        const page = new DOMParser().parseFromString(html, "text/html");
        for (const part of preview.dataset.shows === text ? parts("[data-preview]", section) : []) {
          const rendered = page.getElementById(part.id);
          if (rendered) part.innerHTML = rendered.innerHTML;
        }
      })
      .catch(() => {
        // The next push requests it again.
        preview.dataset.shows = "";
      });
  };

  const addTap = (piece) => {
    const section = piece.closest("[data-action]"),
      taps = tapsOf(section),
      tap = tapOf(piece),
      typed = section.querySelector("input:not([type=hidden])"),
      [, ...preceding] = parse(section.dataset.into) || [],
      { fields } = composed(section, taps),
      isRepeated = piece.dataset.put && taps[taps.length - 1] === tap,
      isTooSoon = piece.dataset.append && !preceding.every((name) => name in fields);
    if (isRepeated || isTooSoon || piece.getAttribute("aria-disabled") === "true") return;
    if ((piece.dataset.add || piece.dataset.digit) && typed) typed.value = "";
    store(section, [...taps, tap]);
  };

  // Removes the last list item. If the list is empty, removes the last tap.
  const withoutLast = (taps) => {
    const isItem = taps.map((tap) => parse(tap)[2] !== null),
      last = isItem.lastIndexOf(true);
    return taps.filter((_, place) => place !== (last < 0 ? taps.length - 1 : last));
  };

  // A tap on a seat in the list of players counts as a tap on the piece with this seat as payer or payee.
  const pieceOfSeat = (row) => {
    const pieces = all("#now [data-action] [data-put]").filter((piece) => {
      const put = parse(piece.dataset.put);
      return [put.source, put.target].includes("seat " + row.id.split("-").pop());
    });
    const unchosen = pieces.filter((piece) => !piece.parentNode.querySelector("[aria-current]"));
    return unchosen[0] || pieces[pieces.length - 1];
  };

  const handleTap = (event) => {
    const outside = event.target.closest("#now [data-of]"),
      section =
        event.target.closest("#now [data-action]") ||
        (outside && document.getElementById(outside.dataset.of)),
      row = event.target.closest(".seats [id]"),
      back = section && event.target.closest("[data-back]"),
      piece = section ? event.target.closest(PIECES) : row && pieceOfSeat(row);
    if (back) store(section, withoutLast(tapsOf(section)));
    else if (piece) addTap(piece);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("click", handleTap, true);

  // A typed amount replaces the sum of the tapped amounts.
  document.addEventListener("input", (event) => {
    const section = event.target.closest("#now [data-action]");
    if (!section) return;
    const withoutAmounts = tapsOf(section).filter((tap) => !parse(tap)[1] && !parse(tap)[3]);
    if (event.target.value) store(section, withoutAmounts);
    else update(section);
  });

  // Each tap on a button with data-repeats counts, also before the previous one is answered. All buttons of a screen
  // share a key, so each of these taps gets one of its own. live.js sends it again if the network fails.
  let sent = Promise.resolve();
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("#now [data-repeats]");
    if (!button) return;
    event.preventDefault();
    if (button.getAttribute("aria-disabled") === "true") return;
    const { form, name, value } = button,
      values = new FormData(form);
    values.set("key", values.get("key") + Math.random());
    values.set(name, value);
    const options = { source: document.body, values, swap: "none" };
    const send = () => window.htmx.ajax("POST", form.getAttribute("action"), options);
    sent = sent.then(send).catch(() => {});
  });

  const updateAll = () => all("#now [data-action]").forEach(update);
  document.addEventListener("shown", updateAll);
  updateAll();
})();
