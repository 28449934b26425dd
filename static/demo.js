// A demo goes on by itself, slowly, while its screen is looked at and nobody stops it.
(() => {
  "use strict";
  const PAUSE = 3500;
  const form = document.getElementById("demo");
  const goesOn = form.querySelector("[type=checkbox]");
  form.querySelector("label").hidden = false;

  const step = () =>
    fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    step();
  });
  setInterval(() => {
    if (goesOn.checked && !document.hidden) step().catch(() => {});
  }, PAUSE);
})();
