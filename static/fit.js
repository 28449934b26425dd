// What the screen for all says stands whole in its card: it is drawn smaller, a little at a time, until it does.
(() => {
  "use strict";
  const STEP = 0.04,
    LEAST = 0.4;

  const holds = (card) => {
    const box = card.getBoundingClientRect();
    return (
      [card, ...card.querySelectorAll("p, ul")].every(
        (text) => text.scrollWidth <= text.clientWidth,
      ) &&
      [...card.children].every((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        // What is not drawn has no height.
        return top === bottom || (top >= box.top && bottom <= box.bottom);
      })
    );
  };
  const shrink = (place, cards) => {
    place.style.removeProperty("--fit");
    for (let size = 1 - STEP; !cards.every(holds) && size > LEAST; size -= STEP)
      place.style.setProperty("--fit", size);
  };
  const fit = () => {
    for (const card of document.querySelectorAll(".hero-card")) shrink(card, [card]);
    // Nobody's purse or place is written smaller than another's.
    for (const seats of document.querySelectorAll(".for-all .seats, .podium"))
      shrink(seats, [...seats.children]);
  };
  document.addEventListener("shown", fit);
  addEventListener("resize", fit);
  fit();
})();
