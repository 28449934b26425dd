// Lets a banker play for every seat on one page. A tap on a seat's name changes the address of the event stream, so the
// stream pushes that seat's buttons, and no page is loaded.
(() => {
  "use strict";
  const body = document.body;
  const playForSeat = (event) => {
    const link = event.target.closest(".play-for a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const seat = /for=(\d+)/.exec(link.search),
      stream = body.dataset.stream.replace(/([?&])(for|draft|of)=[^&]*&?/g, "$1");
    // Half-entered numbers belong to the previous seat.
    for (const field of document.querySelectorAll("#now input:not([type=hidden])")) {
      field.value = "";
      field.checked = false;
    }
    const separator = stream.includes("?") ? "&" : "?";
    body.dataset.stream = seat ? stream + separator + "for=" + seat[1] : stream;
    history.replaceState(null, "", link.href);
    link.setAttribute("data-touch-sent", "");
    // On this event, live.js connects to the new address.
    dispatchEvent(new Event("online"));
  };
  document.addEventListener("click", playForSeat, true);

  // On a laptop, B bids what the main button says and P passes, unless the banker turned the keys off.
  const KEYS = { b: '.main .first[id^="b-bid"], .main .first[id^="b-raise"]', p: "#b-pass" };
  const setting = document.getElementById("keys");
  setting.hidden = !matchMedia("(min-width: 1100px)").matches;
  const box = setting.querySelector("input");
  box.checked = localStorage.getItem("keys") !== "off";
  box.addEventListener("change", () => localStorage.setItem("keys", box.checked ? "on" : "off"));

  // A key counts as a touch of the button, so a button that changed a moment ago refuses it.
  const touch = (button) => {
    const { left, top, width, height } = button.getBoundingClientRect(),
      middle = { clientX: left + width / 2, clientY: top + height / 2 };
    for (const type of ["pointerdown", "pointerup", "click"]) {
      const Kind = type === "click" ? MouseEvent : PointerEvent;
      button.dispatchEvent(
        new Kind(type, { ...middle, bubbles: true, cancelable: true, detail: 1 }),
      );
    }
  };
  document.addEventListener("keydown", (event) => {
    const { key, repeat, ctrlKey, metaKey, altKey, target } = event;
    if (setting.hidden || !box.checked || repeat || ctrlKey || metaKey || altKey) return;
    if (target.matches("input, select, textarea")) return;
    const button = document.querySelector(KEYS[key.toLowerCase()] || "#none");
    if (button) touch(button);
  });
})();

// On a wide screen, shows the banker the history beside the turn, with corrections and tools below it. The column is
// loaded again after each move. Pages that the banker opens from it, such as a correction, are shown in the column too.
// Phones do not load the column.
(() => {
  "use strict";
  const { htmx, companionMorph } = window;
  // If one of them is missing, plain.js takes over, and the links load pages.
  if (!htmx || !companionMorph) return;
  const wide = matchMedia("(min-width: 1100px) and (min-height: 30.01rem)");
  // The pages of the table that the column can show, besides "log", which the server renders as a column.
  const PAGES = /^(history|bank|die|sold|purse\/\d+|right\/[^/]+)$/;
  // After the next step of the game, the history replaces these pages.
  const CLOSED_BY_STEP = /^(sold|purse)/;
  const here = location.pathname;
  const column = () => document.getElementById("log");
  let shownPage = "log",
    requests = 0,
    stepOfForm = 0,
    mustReplace = false,
    pressed = null,
    owned = null;

  // Inserts the style sheets of the column before those of this page, which take precedence.
  const loadStyles = (links) => {
    const base = document.querySelector('link[href*="styles/base"]');
    const load = (link) =>
      new Promise((done) => {
        link.onload = link.onerror = done;
        base.before(link);
      });
    return Promise.all(Array.from(links, load));
  };

  // Returns the content of another page as a column, with a link back to the history.
  const asColumn = (page) => {
    const aside = document.createElement("aside"),
      back = document.createElement("a");
    aside.id = "log";
    aside.className = "page";
    aside.dataset.sequence = document.getElementById("now").dataset.sequence;
    aside.setAttribute("aria-label", column().getAttribute("aria-label"));
    back.className = "button quiet";
    back.href = here;
    back.textContent = "‹ " + column().getAttribute("aria-label");
    aside.append(back, ...page.querySelector("main").childNodes);
    return aside;
  };

  // The list of what each player owns is loaded with the column, but shown below the players. Each push removes it.
  const placeOwned = (fresh) => {
    if (fresh) {
      owned?.remove();
      owned = document.adoptNode(fresh);
    }
    if (owned && !owned.isConnected) document.getElementById("part-public").append(owned);
  };

  // Loads a page into the column. If it is the same page, it is morphed and keeps what the banker typed, opened and
  // scrolled to. isFinished: a form was sent, so the column is replaced and what the banker typed is dropped. If a
  // later request overtakes this one, mustReplace makes that request replace the column too.
  const load = async (url, isFinished) => {
    const request = ++requests;
    mustReplace = mustReplace || isFinished || url !== shownPage;
    shownPage = url;
    const answer = await fetch(here + url, { credentials: "same-origin" }).catch(() => null);
    if (!answer?.ok || request !== requests) return;
    const address = new URL(answer.url);
    // The server led back to the history, which the column shows as the page "log".
    if (address.pathname === here + "history") return load("log" + address.search, isFinished);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html"),
      fresh = page.getElementById("log") || asColumn(page),
      styles = fresh.querySelector("template");
    if (!column().firstChild && styles) await loadStyles(styles.content.children);
    if (request !== requests) return;
    placeOwned(fresh.querySelector("#owned"));
    if (mustReplace || !column().firstChild) {
      column().replaceWith(document.adoptNode(fresh));
      window.companionDrafts?.restore(column());
    } else companionMorph(column(), document.adoptNode(fresh));
    mustReplace = false;
  };

  const open = async (url, hash) => {
    await load(url);
    const named = document.getElementById(hash.slice(1) || "set-right");
    // Some ids are on an empty span before the form.
    const place = named?.tagName === "SPAN" ? named.nextElementSibling : named;
    if (!place) return;
    for (let fold = place.closest("details"); fold; fold = fold.parentElement.closest("details"))
      fold.open = true;
    place.scrollIntoView({ block: "nearest" });
    place.querySelector("input:not([type=hidden]), select, button")?.focus({ preventScroll: true });
  };

  const openInColumn = (event) => {
    pressed = event.target.closest("button");
    const link = event.target.closest("#now a[href], #log a[href]");
    const { ctrlKey, metaKey, shiftKey } = event;
    if (!link || !wide.matches || !column() || ctrlKey || metaKey || shiftKey) return;
    // PAGES never matches "/".
    const page = link.pathname.startsWith(here) ? link.pathname.slice(here.length) : "/";
    const isBack = link.pathname === here && link.closest("#log");
    if (link.origin !== location.origin || !(isBack || PAGES.test(page))) return;
    event.preventDefault();
    open(isBack ? "log" : page.replace(/^(history|bank)$/, "log") + link.search, link.hash);
  };
  document.addEventListener("click", openInColumn, true);

  // Forms in the column are sent like taps: their idempotency key makes them count once. A refused form stays as it is.
  const sendFromColumn = (event) => {
    const form = event.target,
      button = event.submitter || pressed;
    if (!form.closest("#log")) return;
    event.preventDefault();
    // Until the answer comes, no step closes the page in the column, because it may be the step of this form.
    stepOfForm = Infinity;
    form.dispatchEvent(new Event("sent", { bubbles: true }));
    const values = new FormData(form);
    if (button?.name) values.append(button.name, button.value);
    htmx.ajax("POST", form.getAttribute("action").split("#")[0], {
      source: document.body,
      values,
      swap: "none",
    });
  };
  document.addEventListener("submit", sendFromColumn, true);
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.requestConfig.elt !== document.body || !column()) return;
    for (const sent of column().parentNode.querySelectorAll("#log [data-touch-sent]"))
      sent.removeAttribute("data-touch-sent");
    stepOfForm = Number(detail.xhr.getResponseHeader("Companion-Sequence"));
    // After the banker corrects a player's money, the page purse/… of that player stays open.
    if (detail.successful) load(shownPage.startsWith("purse") ? shownPage : "log", true);
  });

  // The row of names (.play-for) stays fixed above the players, so the styles need its height.
  const measureNames = () => {
    const names = document.querySelector(".play-for");
    document.body.style.setProperty("--names", `${names ? names.offsetHeight : 0}px`);
  };
  const update = () => {
    if (!wide.matches) return;
    if (!column()) {
      const aside = document.createElement("aside");
      aside.id = "log";
      document.getElementById("now").after(aside);
    }
    measureNames();
    placeOwned();
    const { sequence } = document.getElementById("now").dataset;
    if (column().dataset.sequence === sequence) return;
    load(CLOSED_BY_STEP.test(shownPage) && Number(sequence) > stepOfForm ? "log" : shownPage);
  };
  document.addEventListener("shown", update);
  addEventListener("resize", update);
  update();
})();
