// A link or a plain form leads on only while the companion answers: otherwise the page stays, says so, and goes on by
// itself when it answers again. The browser's page for what it cannot reach has no way back.
(() => {
  "use strict";
  const address = document.currentScript.dataset.ask;
  const PATIENCE = 5000,
    AGAIN = 2000;
  let wish = [],
    timer = 0;

  const isThere = async () => {
    const given = new AbortController(),
      clock = setTimeout(() => given.abort(), PATIENCE);
    try {
      return (await fetch(address, { cache: "no-store", signal: given.signal })).ok;
    } catch {
      return false;
    } finally {
      clearTimeout(clock);
    }
  };

  const word = () => document.getElementById("away");
  let isAway = false;
  const say = (is) => {
    isAway = is;
    word().textContent = isAway ? word().dataset.away : "";
  };

  // The last tap counts. What was tapped shows that it is on its way, until the companion answers.
  const go = (tapped, leave) => {
    drop();
    wish = tapped;
    for (const thing of wish) thing.setAttribute("data-touch-sent", "");
    if (document.body.classList.contains("is-lost")) say(true);
    ask(tapped, leave);
  };
  const ask = async (tapped, leave) => {
    clearTimeout(timer);
    const found = await isThere();
    if (wish !== tapped) return;
    say(!found);
    if (found) leave();
    else timer = setTimeout(() => ask(tapped, leave), AGAIN);
  };
  const drop = () => {
    for (const thing of wish) thing.removeAttribute("data-touch-sent");
    wish = [];
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
    go([link], () => location.assign(link.href));
  });

  document.addEventListener("submit", (event) => {
    const form = event.target,
      button = event.submitter;
    if (event.defaultPrevented || !("submitter" in event)) return;
    event.preventDefault();
    go(button ? [form, button] : [form], () => send(form, button));
  });

  // As the browser would have: with what stands on the button, to where it leads.
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

  // A form is not sent while its user types.
  document.addEventListener("input", ({ target }) => {
    if (isAway && target.form === wish[0]) go([], () => {});
  });

  // A page taken out of the browser's memory waits for nothing; one that is still loading may have been tapped already.
  addEventListener("pageshow", (event) => {
    if (event.persisted) drop();
  });
})();
