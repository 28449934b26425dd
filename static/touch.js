// A touch counts for what the finger meant: for what stood there 400 milliseconds before the finger came down. What has
// come, moved or changed since takes no touch, nor does the second tap of a double tap. Such a touch is refused visibly.
// A tap that counts shows at once that it is on its way. Keys are not touches: they press what has the focus.
(() => {
  "use strict";
  const THINGS = "button:not(:disabled), a[href], summary, label, select, input:not([type=hidden])";
  // Since it has been seen here as it is now.
  const CHANGED = 400;
  // Nothing is pressed twice within half a second.
  const TWICE = 500;
  // Since something else was touched here, or since what that touch led to has come.
  const TOUCHED = 1000;
  // Fingers tremble.
  const NEAR = 12;
  // From a finger lifted to its click.
  const CLICK = 100;
  // A click without a finger is one of a screen reader.
  const LONGEST = 3000;
  let lying = [],
    touches = [],
    pressed = null,
    held = null,
    downAt = 0,
    isComing = true,
    isOnItsWay = false,
    timer = 0,
    silence = 0;

  // The same button is one that says the same, does the same, and does it for the same seat.
  const meaningOf = (thing) => {
    const words = thing.textContent.trim().replace(/\s+/g, " "),
      link = thing.getAttribute("href");
    if (link !== null)
      return ["link", thing.id, thing.pathname, /[?&]for=\d+/.exec(link), words].join("|");
    const pick = thing.name === "pick" && thing.form?.elements["pick." + thing.value.split(" ")[0]];
    // What somebody types is no other field.
    const value = thing.matches("button, [type=radio]") && thing.value;
    return [
      thing.tagName,
      thing.form?.getAttribute("action"),
      thing.name,
      value,
      pick && pick.value,
      words,
    ].join("|");
  };

  const isShown = (thing) =>
    thing.checkVisibility ? thing.checkVisibility() : thing.getClientRects().length > 0;
  const holds = (box, { x, y }, near = 0) =>
    x >= box.left - near && x <= box.right + near && y >= box.top - near && y <= box.bottom + near;
  const isPlaced = (one, other) =>
    ["left", "top", "right", "bottom"].every((side) => Math.abs(one[side] - other[side]) <= 8);

  // Sees what lies where now, and how long each thing still has to wait. Runs whenever the page has changed.
  const look = () => {
    const now = performance.now(),
      before = lying;
    const wasOnItsWay = isOnItsWay;
    isOnItsWay = Boolean(document.querySelector("[data-touch-sent]"));
    if (wasOnItsWay && touches.length)
      Object.assign(touches[touches.length - 1], { at: now, isAnswered: true });
    touches = touches.filter(({ at }) => now - at < TOUCHED);
    lying = [...document.querySelectorAll(THINGS)].filter(isShown).map((thing) => {
      const meaning = meaningOf(thing),
        box = thing.getBoundingClientRect();
      const old = before.find((one) => one.meaning === meaning && isPlaced(one.box, box));
      if (old) return { ...old, thing, box };
      return { thing, meaning, box, since: now, until: now + (isComing ? 1 : CHANGED), isComing };
    });
    // A slow processor draws only later what has changed.
    if (lying.some((one) => one.since === now)) requestAnimationFrame(() => setTimeout(seen));
    remember();
  };

  const seen = () => {
    const now = performance.now();
    for (const one of lying) {
      if (!one.isSeen && !one.isComing) one.until = Math.max(one.until, now + CHANGED);
      one.isSeen = true;
    }
    mark();
  };

  // Nothing that came since a touch takes the next one there; nor does what was touched, once its answer has come at last.
  const remember = () => {
    for (const touch of touches)
      for (const one of lying) {
        const isSame = one.meaning === touch.meaning,
          waits = isSame ? TWICE : TOUCHED;
        if ((isSame ? touch.isAnswered : one.since >= touch.since) && holds(one.box, touch, NEAR))
          one.until = Math.max(one.until, touch.at + waits);
      }
    mark();
  };

  const mark = () => {
    const now = performance.now();
    let next = Infinity;
    for (const { thing, meaning, until } of lying) {
      const isHeld = held?.thing === thing && held.meaning === meaning;
      if (thing.toggleAttribute("data-touch-young", until > now && !isHeld))
        next = Math.min(next, until);
    }
    clearTimeout(timer);
    if (next < Infinity) timer = setTimeout(mark, next - now + 1);
  };

  // Who scrolls puts other things under his finger himself.
  const scrolled = () => {
    for (const one of lying) one.box = one.thing.getBoundingClientRect();
    remember();
  };

  const under = (place) =>
    lying.filter(({ thing }) => holds(thing.getBoundingClientRect(), place)).pop();
  const isBlocked = (one) => getComputedStyle(one.thing).pointerEvents === "none";

  const say = (name) => {
    const word = document.getElementById("word");
    if (!word) return;
    word.textContent = word.dataset[name];
    clearTimeout(silence);
    silence = setTimeout(() => {
      word.textContent = "";
    }, 3000);
  };

  const refuse = (thing, since = -Infinity) => {
    thing.removeAttribute("data-touch-refused");
    // Begins the movement anew.
    void thing.offsetWidth;
    thing.setAttribute("data-touch-refused", "");
    setTimeout(() => thing.removeAttribute("data-touch-refused"), 700);
    if (!thing.closest("[data-touch-sent]") && performance.now() - since < TOUCHED) say("changed");
  };

  addEventListener(
    "pointerdown",
    (event) => {
      const one = under(event),
        now = performance.now();
      downAt = event.timeStamp;
      pressed = one && (isBlocked(one) || one.until > downAt) ? one : null;
      // What moves a little while a finger lies on it is still what the finger meant.
      held = pressed ? null : one;
      if (pressed && pressed.until > now) pressed.until = Math.max(pressed.until, now + TWICE);
      if (one && !pressed) one.thing.setAttribute("data-touch-down", "");
      mark();
    },
    true,
  );

  const unmark = (name) => {
    for (const marked of document.querySelectorAll(`[${name}]`)) marked.removeAttribute(name);
  };
  const lift = () => unmark("data-touch-down");
  const letGo = () => {
    held = null;
    mark();
  };
  addEventListener(
    "pointercancel",
    () => {
      lift();
      letGo();
    },
    true,
  );
  addEventListener(
    "pointerup",
    (event) => {
      const one = under(event),
        now = performance.now();
      lift();
      const refused = pressed || (one && isBlocked(one) && one);
      if (refused) refuse(refused.thing, refused.since);
      touches.push({
        x: event.x,
        y: event.y,
        at: now,
        since: now,
        meaning: one ? one.meaning : "",
      });
      // Its click comes a little later.
      setTimeout(letGo, CLICK);
    },
    true,
  );

  addEventListener(
    "click",
    (event) => {
      const thing = event.detail && event.target.closest?.(THINGS),
        one = thing && lying.find((other) => other.thing === thing),
        isHeld = one && held?.thing === thing && held.meaning === one.meaning,
        since = event.timeStamp - downAt < LONGEST ? downAt : event.timeStamp;
      held = null;
      if (!one) return;
      if (one.until > since && !isHeld) {
        event.preventDefault();
        event.stopImmediatePropagation();
        refuse(thing, one.since);
      } else if (thing.matches("button, [data-append]"))
        one.until = Math.max(one.until, performance.now() + TWICE);
      mark();
    },
    true,
  );

  // What a tap sets off is marked on the way, together with what else waits for it. live.js takes the mark off.
  addEventListener(
    "submit",
    (event) => {
      if (event.target.hasAttribute("data-touch-sent")) {
        event.preventDefault();
        event.stopImmediatePropagation();
        if (event.submitter) refuse(event.submitter);
      } else send(event.target, event.submitter);
    },
    true,
  );
  // Another amount is typed at once: its field has the focus, and a phone shows its keys.
  addEventListener("click", (event) => {
    const folded = event.target.closest?.(".other:not([open]) > summary")?.parentElement,
      field = folded?.querySelector(".row > input");
    if (!field || event.defaultPrevented) return;
    event.preventDefault();
    folded.open = true;
    // It is in sight, and what the table waits for stays so.
    field.focus({ preventScroll: true });
  });
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]"),
      section = link?.closest("[hx-boost]");
    if (!link || link.hasAttribute("download") || (event.defaultPrevented && !section)) return;
    send(link, section);
  });
  const send = (...marked) => {
    for (const one of marked) one?.setAttribute("data-touch-sent", "");
    isOnItsWay = true;
  };

  // Escape, and whatever leads on from the menu.
  const closeMenu = () => {
    const menu = document.querySelector(".menu[open] > summary");
    menu?.click();
    menu?.focus();
  };

  addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape") closeMenu();
      if (
        event.repeat &&
        (event.key === "Enter" || event.key === " ") &&
        event.target.matches("button, a, summary")
      )
        event.preventDefault();
    },
    true,
  );

  // The next page of this tab knows where the finger was last.
  const STORED = "touch";
  addEventListener("pagehide", () => {
    closeMenu();
    if (touches.length) sessionStorage.setItem(STORED, JSON.stringify(touches[touches.length - 1]));
  });
  const come = () => {
    const stored = sessionStorage.getItem(STORED);
    if (stored) touches = [{ ...JSON.parse(stored), at: performance.now(), since: -Infinity }];
    isComing = true;
    lying = [];
    look();
  };
  const came = () => {
    come();
    isComing = false;
    sessionStorage.removeItem(STORED);
  };
  come();
  document.addEventListener("DOMContentLoaded", came);
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    unmark("data-touch-sent");
    came();
  });

  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ["class", "hidden", "open", "value", "href", "disabled"],
  });
  // What is chosen may show other things.
  addEventListener("change", ({ target }) => target.type === "radio" && look());
  addEventListener("scroll", scrolled, { passive: true, capture: true });
  addEventListener("resize", scrolled);
  window.companionSays = say;
})();
