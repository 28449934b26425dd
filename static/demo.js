// Plays a demo game on the big screen, a step every few seconds, while the page is visible and the checkbox is ticked.
(() => {
  "use strict";
  const PAUSE = 3500;
  const form = document.getElementById("demo");
  const checkbox = form.querySelector("[type=checkbox]");
  form.querySelector("label").hidden = false;

  const step = () =>
    fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    step();
  });
  setInterval(() => {
    const isIdle = !document.hidden && !document.body.classList.contains("is-held");
    if (checkbox.checked && isIdle) step().catch(() => {});
  }, PAUSE);
})();
