// Shows other steps of a finished game without loading each page anew, and plays it where "play" was tapped. Without it
// the links, the slider's form and the page's own refresh do the same.
(() => {
  "use strict";
  const AGAIN = 1500,
    DRAG = 120;
  const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "play" };
  let timer = 0,
    wish = "";
  const main = () => document.getElementById("replay");

  const later = (address, after) => {
    clearTimeout(timer);
    timer = setTimeout(() => walk(address), after);
  };

  const play = () => {
    const { next, pace } = main().dataset;
    if (next) later(next, +pace);
  };

  // The last wish counts; where the companion does not answer it is asked again.
  const walk = async (address) => {
    clearTimeout(timer);
    wish = address;
    let answer, text;
    try {
      answer = await fetch(address);
      if (!answer.ok) return location.assign(address);
      text = await answer.text();
    } catch {
      if (wish === address) later(address, AGAIN);
      return;
    }
    if (wish !== address) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    Idiomorph.morph(main(), page.getElementById("replay"));
    document.dispatchEvent(new Event("shown"));
    history.replaceState(null, "", answer.url);
    play();
  };

  document.addEventListener(
    "click",
    (event) => {
      const link = event.target.closest("a[data-walk]");
      if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      walk(link.getAttribute("href"));
    },
    true,
  );

  // The slider: what is shown follows the finger, and no answer to an earlier wish moves it back.
  document.addEventListener("input", ({ target }) => {
    if (target.id !== "walk-slider") return;
    wish = target.form.action + "?" + new URLSearchParams(new FormData(target.form));
    later(wish, DRAG);
  });

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input")) return;
    if (event.key === " " && event.target.closest("a, button")) return;
    const turn = event.shiftKey && event.key.startsWith("Arrow") ? "turn-" : "";
    const link = document.getElementById("walk-" + turn + KEYS[event.key]);
    if (!link) return;
    event.preventDefault();
    link.click();
  });

  play();
})();
