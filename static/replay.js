// Walks through a finished game without loading each page anew, and by itself where "play" was tapped. Without it the
// links and the page's own refresh do the same.
(() => {
  "use strict";
  const PACE = 1500;
  let timer = 0,
    wish = "";
  const main = () => document.getElementById("replay");

  const play = () => {
    const next = main().dataset.next;
    if (next) timer = setTimeout(() => walk(next), PACE);
  };

  // The last wish counts; where the companion does not answer it is asked again.
  const walk = async (address) => {
    clearTimeout(timer);
    wish = address;
    let text;
    try {
      const answer = await fetch(address);
      if (!answer.ok) return location.assign(address);
      text = await answer.text();
    } catch {
      if (wish === address) timer = setTimeout(() => walk(address), PACE);
      return;
    }
    if (wish !== address) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    Idiomorph.morph(main(), page.getElementById("replay"));
    document.dispatchEvent(new Event("shown"));
    history.replaceState(null, "", address);
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

  document.addEventListener("keydown", (event) => {
    const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    const link = rel && document.querySelector(`a[rel=${rel}]`);
    if (link && !event.altKey && !event.ctrlKey && !event.metaKey) link.click();
  });

  play();
})();
