// A banker goes from seat to seat on one page: a chip asks the stream for another seat's buttons instead of loading anew.
(() => {
  "use strict";
  const body = document.body;
  document.addEventListener(
    "click",
    (event) => {
      const chip = event.target.closest(".play-for a");
      if (!chip || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const seat = /for=(\d+)/.exec(chip.search),
        stream = body.dataset.stream.replace(/([?&])(for|draft)=[^&]*&?/g, "$1");
      // What was begun for one seat is nobody else's.
      for (const field of document.querySelectorAll("#now input:not([type=hidden])")) {
        field.value = "";
        field.checked = false;
      }
      body.dataset.stream = seat
        ? stream + (stream.includes("?") ? "&" : "?") + "for=" + seat[1]
        : stream;
      history.replaceState(null, "", chip.href);
      chip.setAttribute("data-touch-sent", "");
      dispatchEvent(new Event("online")); // live.js connects anew
    },
    true,
  );
})();

// On a wide screen the history stands beside the turn, with corrections and tools below it. It is loaded here, so that
// phones load nothing of it, and again after each move. What the banker opens to set something right opens in its place.
(() => {
  "use strict";
  const { htmx, companionMorph } = window;
  // Without one of them plain.js takes over, and the pages are pages.
  if (!htmx || !companionMorph) return;
  const wide = matchMedia("(min-width: 1100px) and (min-height: 30.01rem)");
  const PAGES = /^(history|bank|die|sold|purse\/\d+|right\/[^/]+)$/;
  // A purse or a sale in this column makes way for the history at the next step.
  const PASSING = /^(sold|purse)/;
  const here = location.pathname;
  const column = () => document.getElementById("log");
  let shown = "log",
    asked = 0,
    ownStep = 0,
    isDone = false,
    pressed = null,
    owned = null;

  // The styles of the other pages stand before those of this one, which it keeps.
  const style = (links) => {
    const own = document.querySelector('link[href*="styles/base"]');
    const come = (link) =>
      new Promise((done) => {
        link.onload = link.onerror = done;
        own.before(link);
      });
    return Promise.all(Array.from(links, come));
  };

  // A page of the table as the column shows it: what it is about, and the way back.
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

  // What everyone owns comes with the column, and stands below the players.
  const own = (fresh) => {
    if (fresh) {
      owned?.remove();
      owned = document.adoptNode(fresh);
    }
    if (owned && !owned.isConnected) document.getElementById("part-public").append(owned);
  };

  // isNew: what was typed, folded out and scrolled to is done with, also if another load comes before the answer.
  const load = async (url, isNew) => {
    const turn = ++asked;
    isDone = isDone || isNew || url !== shown;
    shown = url;
    const answer = await fetch(here + url, { credentials: "same-origin" }).catch(() => null);
    if (!answer?.ok || turn !== asked) return;
    const led = new URL(answer.url);
    if (led.pathname === here + "history") return load("log" + led.search, isNew);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html"),
      fresh = page.getElementById("log") || asColumn(page),
      styles = fresh.querySelector("template");
    if (!column().firstChild && styles) await style(styles.content.children);
    if (turn !== asked) return;
    own(fresh.querySelector("#owned"));
    if (isDone || !column().firstChild) {
      column().replaceWith(document.adoptNode(fresh));
      window.companionDrafts?.restore(column());
    } else companionMorph(column(), document.adoptNode(fresh));
    isDone = false;
  };

  const open = async (url, hash) => {
    await load(url);
    const named = document.getElementById(hash.slice(1) || "set-right");
    // A mark stands before the form that it means.
    const place = named?.tagName === "SPAN" ? named.nextElementSibling : named;
    if (!place) return;
    if (place.tagName === "DETAILS") place.open = true;
    place.scrollIntoView({ block: "nearest" });
    place.querySelector("input:not([type=hidden]), select, button")?.focus({ preventScroll: true });
  };

  document.addEventListener(
    "click",
    (event) => {
      pressed = event.target.closest("button");
      const link = event.target.closest("#now a[href], #log a[href]");
      const { ctrlKey, metaKey, shiftKey } = event;
      if (!link || !wide.matches || !column() || ctrlKey || metaKey || shiftKey) return;
      const page = link.pathname.startsWith(here) ? link.pathname.slice(here.length) : "/";
      const isBack = link.pathname === here && link.closest("#log");
      if (link.origin !== location.origin || !(isBack || PAGES.test(page))) return;
      event.preventDefault();
      open(isBack ? "log" : page.replace(/^(history|bank)$/, "log") + link.search, link.hash);
    },
    true,
  );

  // As the taps of the turn: under its key it counts once, and when it was refused the form stays as it is.
  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target,
        button = event.submitter || pressed;
      if (!form.closest("#log")) return;
      event.preventDefault();
      ownStep = Infinity;
      form.dispatchEvent(new Event("sent", { bubbles: true }));
      const values = new FormData(form);
      if (button?.name) values.append(button.name, button.value);
      htmx.ajax("POST", form.getAttribute("action").split("#")[0], {
        source: document.body,
        values,
        swap: "none",
      });
    },
    true,
  );
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.requestConfig.elt !== document.body || !column()) return;
    for (const sent of column().parentNode.querySelectorAll("#log [data-touch-sent]"))
      sent.removeAttribute("data-touch-sent");
    // A purse that is corrected stays in sight.
    ownStep = Number(detail.xhr.getResponseHeader("Companion-Sequence"));
    if (detail.successful) load(shown.startsWith("purse") ? shown : "log", true);
  });

  // The names to play for stand above the players, as high as they are.
  const measure = () => {
    const names = document.querySelector(".play-for");
    document.body.style.setProperty("--names", `${names ? names.offsetHeight : 0}px`);
  };
  const renew = () => {
    if (!wide.matches) return;
    if (!column()) {
      const aside = document.createElement("aside");
      aside.id = "log";
      document.getElementById("now").after(aside);
      document.body.classList.add("desk");
    }
    measure();
    own();
    const { sequence } = document.getElementById("now").dataset;
    if (column().dataset.sequence === sequence) return;
    load(PASSING.test(shown) && Number(sequence) > ownStep ? "log" : shown);
  };
  document.addEventListener("shown", renew);
  addEventListener("resize", renew);
  renew();
})();
