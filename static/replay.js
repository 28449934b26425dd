// Shows and plays the steps of a finished game without loading a page for each. Without this script, links, the
// slider's form and a refresh of the page do the same.
(() => {
  "use strict";
  const RETRY = 1500,
    DRAG_DELAY = 120;
  const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "play" };
  let timer = 0,
    wanted = "";
  const main = () => document.getElementById("replay");

  const showLater = (address, delay) => {
    clearTimeout(timer);
    timer = setTimeout(() => show(address), delay);
  };

  const play = () => {
    const { next, pace: paceMs } = main().dataset;
    if (next) showLater(next, Number(paceMs));
  };

  // Shows the step at an address, and tries again until the server answers. Answers for an earlier address are ignored.
  const show = async (address) => {
    clearTimeout(timer);
    wanted = address;
    let answer, text;
    try {
      answer = await fetch(address);
      if (!answer.ok) return location.assign(address);
      text = await answer.text();
    } catch {
      if (wanted === address) showLater(address, RETRY);
      return;
    }
    if (wanted !== address) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    Idiomorph.morph(main(), page.getElementById("replay"));
    document.dispatchEvent(new Event("shown"));
    history.replaceState(null, "", answer.url);
    play();
  };

  const followLink = (event) => {
    const link = event.target.closest("a[data-walk]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(link.getAttribute("href"));
  };
  document.addEventListener("click", followLink, true);

  // The address is already set while the request is delayed, so that an earlier answer does not move the slider back.
  document.addEventListener("input", ({ target }) => {
    if (target.id !== "walk-slider") return;
    wanted = target.form.action + "?" + new URLSearchParams(new FormData(target.form));
    showLater(wanted, DRAG_DELAY);
  });

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input")) return;
    if (event.key === " " && event.target.closest("a, button")) return;
    const prefix = event.shiftKey && event.key.startsWith("Arrow") ? "turn-" : "";
    const link = document.getElementById("walk-" + prefix + KEYS[event.key]);
    if (!link) return;
    event.preventDefault();
    link.click();
  });

  play();
})();
