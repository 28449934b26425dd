// On every page, checks that the server answers before the browser follows a link or sends a form. Without an answer,
// the page shows a message and tries again. The browser's own error page would have no way back.
(() => {
  "use strict";
  const address = document.currentScript.dataset.ask;
  const TIMEOUT = 5000,
    RETRY = 2000;
  // The elements that were tapped last: a link, or a form with its button.
  let tapped = [],
    timer = 0;

  const isServerThere = async () => {
    const aborter = new AbortController(),
      clock = setTimeout(() => aborter.abort(), TIMEOUT);
    try {
      return (await fetch(address, { cache: "no-store", signal: aborter.signal })).ok;
    } catch {
      return false;
    } finally {
      clearTimeout(clock);
    }
  };

  let isAway = false;
  const showAway = (isServerAway) => {
    isAway = isServerAway;
    const message = document.getElementById("away");
    message.textContent = isAway ? message.dataset.away : "";
  };

  // Only the last tap counts. Its elements are marked as sent until the server answers.
  const leaveBy = (elements, leave) => {
    cancel();
    tapped = elements;
    for (const element of tapped) element.setAttribute("data-touch-sent", "");
    if (document.body.classList.contains("is-lost")) showAway(true);
    tryToLeave(elements, leave);
  };
  const tryToLeave = async (elements, leave) => {
    clearTimeout(timer);
    const isThere = await isServerThere();
    if (tapped !== elements) return;
    showAway(!isThere);
    if (isThere) leave();
    else timer = setTimeout(() => tryToLeave(elements, leave), RETRY);
  };
  const cancel = () => {
    for (const element of tapped) element.removeAttribute("data-touch-sent");
    tapped = [];
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (!link || event.defaultPrevented || button || ctrlKey || metaKey || shiftKey || altKey)
      return;
    const isHere =
      link.pathname === location.pathname && link.search === location.search && link.hash;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download") || isHere)
      return;
    event.preventDefault();
    leaveBy([link], () => location.assign(link.href));
  });

  document.addEventListener("submit", (event) => {
    const form = event.target,
      button = event.submitter;
    // Old browsers have no submitter; they send the form themselves.
    if (event.defaultPrevented || !("submitter" in event)) return;
    event.preventDefault();
    leaveBy(button ? [form, button] : [form], () => send(form, button));
  });

  // Does what the browser would have done: adds the button's value, and uses its formaction and formmethod.
  const send = (form, button) => {
    const pressed = document.createElement("input"),
      before = ["action", "method"].map((name) => [name, form.getAttribute(name)]);
    pressed.type = "hidden";
    if (button && button.name) {
      pressed.name = button.name;
      pressed.value = button.value;
      form.append(pressed);
    }
    for (const [name] of before)
      if (button && button.hasAttribute(`form${name}`))
        form.setAttribute(name, button.getAttribute(`form${name}`));
    form.dispatchEvent(new Event("sent", { bubbles: true }));
    form.submit();
    pressed.remove();
    for (const [name, value] of before) if (value !== null) form.setAttribute(name, value);
  };

  // Typing in a form that waits for the server cancels the submission: leaveBy without elements replaces it.
  document.addEventListener("input", ({ target }) => {
    if (isAway && target.form === tapped[0]) leaveBy([], () => {});
  });

  // A page restored by Back may still have its marks. A mark on a fresh page belongs to a new tap.
  addEventListener("pageshow", (event) => {
    if (event.persisted) cancel();
  });
})();
