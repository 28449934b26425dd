// What the screen for all says stands whole in its card, as large as there is room: it is drawn smaller, a little at a
// time, until it does.
(() => {
  "use strict";
  const STEP = 0.04,
    LEAST = 0.4,
    LEAST_PROMPT = 0.28,
    MOST = 1.52,
    wide = matchMedia("(min-aspect-ratio: 1/1)");

  const holds = (card) => {
    const box = card.getBoundingClientRect();
    const { paddingTop, paddingBottom } = getComputedStyle(card);
    const [highest, lowest] = [
      box.top + parseFloat(paddingTop),
      box.bottom - parseFloat(paddingBottom),
    ];
    return (
      [card, ...card.children, ...card.querySelectorAll("p, ul, li, h2")].every(
        (text) => text.scrollWidth <= text.clientWidth,
      ) &&
      [...card.children].every((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        // What is not drawn has no height.
        return top === bottom || (top >= highest - 1 && bottom <= lowest + 1);
      })
    );
  };
  const shrink = (place, cards, most = 1, least = LEAST) => {
    place.style.setProperty("--fit", most);
    for (let size = most - STEP; !cards.every(holds) && size > least; size -= STEP)
      place.style.setProperty("--fit", size);
  };
  const fit = () => {
    for (const prompt of document.querySelectorAll(".ask > .waiting"))
      shrink(prompt, [prompt], 1, LEAST_PROMPT);
    // A strip is as high as what stands in it; any other card is filled.
    for (const card of document.querySelectorAll(".hero-card"))
      shrink(card, [card], wide.matches && !card.matches(".strip") ? MOST : 1);
    // Nobody's purse or place is written smaller than another's, and no tile's words.
    for (const seats of document.querySelectorAll(".for-all .seats, .podium, .workshops"))
      shrink(seats, [...seats.children]);
  };
  document.addEventListener("shown", fit);
  addEventListener("resize", fit);
  fit();
})();
