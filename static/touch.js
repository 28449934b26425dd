// Protects players on every page from touching something they did not mean. A touch counts only for an element that was
// there, unchanged, 400 milliseconds earlier, when the player aimed. An element that appeared, moved or changed since
// then visibly refuses the touch. A button also refuses the second tap of a double tap, unless it counts each tap. An
// accepted tap is marked as sent at once. Key presses always count, because they act on the focused element wherever it is.
(() => {
  "use strict";
  const TAPPABLE =
    "button:not(:disabled), a[href], summary, label, select, input:not([type=hidden])";
  // All times are in milliseconds. An element accepts touches after it has been visible and unchanged for this long.
  const AIMING = 400;
  // A button refuses to be pressed twice within this time.
  const DOUBLE_TAP = 500;
  // New elements near a touch refuse touches until this long after it, or after the screen that answers it.
  const AFTER_TOUCH = 1000;
  // An element is near a touch if it is at most this many pixels away.
  const NEAR = 12;
  // Browsers send the click at most this long after the finger is lifted.
  const CLICK_DELAY = 100;
  // A click that follows no touch within this time comes from a screen reader.
  const LONGEST_PRESS = 3000;
  // Targets are the elements that can be touched now. During a touch, one of them is either refusing it or held by it.
  let targets = [],
    touches = [],
    refusing = null,
    held = null,
    downAt = 0,
    isLoading = true,
    isSending = false,
    markTimer = 0,
    messageTimer = 0;
  // These listeners run before those of other scripts, and can stop an event.
  const onCapture = (type, listener) => addEventListener(type, listener, true);

  // Two elements mean the same if they have the same text and do the same for the same seat.
  const meaningOf = (element) => {
    // The label of a composed action changes with the player's own taps; the action changes with its draft.
    const draft = element.matches("[data-send]")
      ? (element.closest("[data-keep]") || element).dataset.keep || ""
      : null;
    const words = draft ?? element.textContent.trim().replace(/\s+/g, " "),
      link = element.getAttribute("href");
    if (link !== null)
      return ["link", element.id, element.pathname, /[?&](for|of)=\d+/.exec(link), words].join("|");
    // A button named pick sends the hidden input pick.<name>, so that value is part of its meaning.
    const pick =
      element.name === "pick" && element.form?.elements["pick." + element.value.split(" ")[0]];
    // Typing in a field does not change what a touch of the field means.
    const value = draft === null && element.matches("button, [type=radio]") && element.value;
    return [
      element.tagName,
      element.form?.getAttribute("action"),
      element.name,
      value,
      pick && pick.value,
      words,
    ].join("|");
  };

  const isShown = (element) =>
    element.checkVisibility ? element.checkVisibility() : element.getClientRects().length > 0;
  const contains = (box, { x, y }, near = 0) =>
    x >= box.left - near && x <= box.right + near && y >= box.top - near && y <= box.bottom + near;
  const isSamePlace = (box, other) =>
    ["left", "top", "right", "bottom"].every((side) => Math.abs(box[side] - other[side]) <= 8);

  // Runs after every change of the page, and keeps the times of the elements that did not change.
  const findTargets = () => {
    const now = performance.now(),
      before = new Map();
    for (const target of targets)
      before.set(target.meaning, [...(before.get(target.meaning) || []), target]);
    const wasSending = isSending;
    isSending = Boolean(document.querySelector("[data-touch-sent]"));
    if (wasSending && touches.length)
      Object.assign(touches[touches.length - 1], { protectedFrom: now, isAnswered: true });
    touches = touches.filter(({ protectedFrom }) => now - protectedFrom < AFTER_TOUCH);
    targets = [...document.querySelectorAll(TAPPABLE)].filter(isShown).map((element) => {
      const meaning = meaningOf(element),
        box = element.getBoundingClientRect();
      const old = before.get(meaning)?.find((target) => isSamePlace(target.box, box));
      if (old) return { ...old, element, box };
      // A page that is loading accepts touches at once, except near the touch that led to it.
      const refusesUntil = now + (isLoading ? 1 : AIMING);
      return { element, meaning, box, changedAt: now, refusesUntil, wasLoaded: isLoading };
    });
    // On a slow phone the player sees a change later, so the time for aiming starts after the next frame.
    if (targets.some(({ changedAt }) => changedAt === now))
      requestAnimationFrame(() => setTimeout(startAiming));
    protectTouchedPlaces();
  };

  const extend = (target, time) => {
    target.refusesUntil = Math.max(target.refusesUntil, time);
  };

  const startAiming = () => {
    const now = performance.now();
    for (const target of targets) {
      if (!target.isDrawn && !target.wasLoaded) extend(target, now + AIMING);
      target.isDrawn = true;
    }
    markTargets();
  };

  // Elements near a touch that have changed since then refuse touches. The touched element itself refuses them only for
  // a moment after the answer, so that an impatient second tap does not count.
  const protectTouchedPlaces = () => {
    for (const touch of touches)
      for (const target of targets) {
        const isTouched = target.meaning === touch.meaning;
        if (
          (isTouched ? touch.isAnswered : target.changedAt >= touch.liftedAt) &&
          contains(target.box, touch, NEAR)
        )
          extend(target, touch.protectedFrom + (isTouched ? DOUBLE_TAP : AFTER_TOUCH));
      }
    markTargets();
  };

  // While the finger is on an element, the element may move and still accepts the click.
  const isHeld = ({ element, meaning }) => held?.element === element && held.meaning === meaning;

  const markTargets = () => {
    const now = performance.now();
    let next = Infinity;
    for (const target of targets) {
      const { element, refusesUntil } = target;
      if (element.toggleAttribute("data-touch-young", refusesUntil > now && !isHeld(target)))
        next = Math.min(next, refusesUntil);
    }
    clearTimeout(markTimer);
    if (next < Infinity) markTimer = setTimeout(markTargets, next - now + 1);
  };

  // Scrolling does not count as a change, because the player moves the elements on purpose.
  const updateBoxes = () => {
    for (const target of targets) target.box = target.element.getBoundingClientRect();
    protectTouchedPlaces();
  };

  // The last of several nested elements is the innermost one.
  const targetAt = (point) =>
    targets.filter(({ element }) => contains(element.getBoundingClientRect(), point)).pop();
  const isInert = ({ element }) => getComputedStyle(element).pointerEvents === "none";

  const showMessage = (name) => {
    const message = document.getElementById("word");
    if (!message) return;
    message.textContent = message.dataset[name];
    clearTimeout(messageTimer);
    messageTimer = setTimeout(() => {
      message.textContent = "";
    }, 3000);
  };

  const refuse = (element, changedAt = -Infinity) => {
    element.removeAttribute("data-touch-refused");
    // Reading the width restarts the animation.
    void element.offsetWidth;
    element.setAttribute("data-touch-refused", "");
    setTimeout(() => element.removeAttribute("data-touch-refused"), 700);
    if (!element.closest("[data-touch-sent]") && performance.now() - changedAt < AFTER_TOUCH)
      showMessage("changed");
  };

  onCapture("pointerdown", (event) => {
    const target = targetAt(event),
      now = performance.now();
    // A busy page receives the event late, so the time of the touch itself counts.
    downAt = event.timeStamp;
    refusing = target && (isInert(target) || target.refusesUntil > downAt) ? target : null;
    held = refusing ? null : target;
    // If the player taps twice, both taps are refused.
    if (refusing && refusing.refusesUntil > now) extend(refusing, now + DOUBLE_TAP);
    if (held) held.element.setAttribute("data-touch-down", "");
    markTargets();
  });

  const removeMarks = (name) => {
    for (const marked of document.querySelectorAll(`[${name}]`)) marked.removeAttribute(name);
  };
  const release = () => {
    held = null;
    markTargets();
  };
  onCapture("pointercancel", () => {
    removeMarks("data-touch-down");
    release();
  });
  onCapture("pointerup", ({ x, y }) => {
    const target = targetAt({ x, y }),
      now = performance.now(),
      refused = refusing || (target && isInert(target) && target);
    removeMarks("data-touch-down");
    if (refused) refuse(refused.element, refused.changedAt);
    touches.push({ x, y, protectedFrom: now, liftedAt: now, meaning: target?.meaning || "" });
    setTimeout(release, CLICK_DELAY);
  });

  onCapture("click", (event) => {
    // A click made with the keyboard has detail 0 and always counts.
    const element = event.detail && event.target.closest?.(TAPPABLE),
      target = element && targets.find((other) => other.element === element),
      wasHeld = target && isHeld(target),
      touchedAt = event.timeStamp - downAt < LONGEST_PRESS ? downAt : event.timeStamp;
    held = null;
    if (!target) return;
    if (target.refusesUntil > touchedAt && !wasHeld) {
      event.preventDefault();
      event.stopImmediatePropagation();
      refuse(element, target.changedAt);
    } else if (element.matches("button:not([data-repeats]), [data-append]"))
      extend(target, performance.now() + DOUBLE_TAP);
    markTargets();
  });

  // The button, and the form or section that waits with it, are marked as sent. live.js removes the marks.
  const markSent = (...elements) => {
    for (const element of elements) element?.setAttribute("data-touch-sent", "");
    isSending = true;
  };
  onCapture("submit", (event) => {
    if (event.target.hasAttribute("data-touch-sent")) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.submitter) refuse(event.submitter);
    } else markSent(event.target, event.submitter);
  });
  // The field for another amount gets the focus at once, so that a phone shows its keyboard.
  addEventListener("click", (event) => {
    const details = event.target.closest?.(".other:not([open]) > summary")?.parentElement,
      field = details?.querySelector(".row > input");
    if (!field || event.defaultPrevented) return;
    event.preventDefault();
    details.open = true;
    // The field is already visible. Scrolling could hide the prompt.
    field.focus({ preventScroll: true });
  });
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]"),
      section = link?.closest("[hx-boost]");
    if (!link || link.hasAttribute("download") || (event.defaultPrevented && !section)) return;
    markSent(link, section);
  });

  const closeMenu = () => {
    const menu = document.querySelector(".menu[open] > summary");
    menu?.click();
    menu?.focus();
  };

  onCapture("keydown", (event) => {
    if (event.key === "Escape") closeMenu();
    // Holding a key down presses a button only once.
    const isPress = event.key === "Enter" || event.key === " ";
    if (isPress && event.repeat && event.target.matches("button, a, summary"))
      event.preventDefault();
  });

  // The next page in this tab reads where the last touch was, because the same finger may tap there again.
  const STORED = "touch";
  addEventListener("pagehide", () => {
    closeMenu();
    if (touches.length) sessionStorage.setItem(STORED, JSON.stringify(touches[touches.length - 1]));
  });
  const startPage = () => {
    const touch = JSON.parse(sessionStorage.getItem(STORED));
    if (touch) touches = [{ ...touch, protectedFrom: performance.now(), liftedAt: -Infinity }];
    isLoading = true;
    targets = [];
    findTargets();
  };
  const finishLoading = () => {
    startPage();
    isLoading = false;
    sessionStorage.removeItem(STORED);
  };
  startPage();
  document.addEventListener("DOMContentLoaded", finishLoading);
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    removeMarks("data-touch-sent");
    finishLoading();
  });

  new MutationObserver(findTargets).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ["class", "hidden", "open", "value", "href", "disabled"],
  });
  // A chosen radio button can show or hide other elements through the style sheets.
  addEventListener("change", ({ target }) => target.type === "radio" && findTargets());
  addEventListener("scroll", updateBoxes, { passive: true, capture: true });
  addEventListener("resize", updateBoxes);
  window.companionSays = showMessage;
})();
