// Makes the text of the big screen as large as its cards allow. The style sheets multiply sizes by --fit. This script
// makes --fit smaller, step by step, until no text is cut off.
(() => {
  "use strict";
  const STEP = 0.04,
    SMALLEST = 0.4,
    SMALLEST_PROMPT = 0.28,
    LARGEST = 1.52,
    wide = matchMedia("(min-aspect-ratio: 1/1)");

  const holdsItsText = (card) => {
    const box = card.getBoundingClientRect();
    const { paddingTop, paddingBottom } = getComputedStyle(card);
    const [highest, lowest] = [
      box.top + parseFloat(paddingTop),
      box.bottom - parseFloat(paddingBottom),
    ];
    return (
      [card, ...card.children, ...card.querySelectorAll("p, ul, li, h2")].every(
        (element) => element.scrollWidth <= element.clientWidth,
      ) &&
      [...card.children].every((child) => {
        const { top, bottom } = child.getBoundingClientRect();
        const isInvisible = top === bottom;
        return isInvisible || (top >= highest - 1 && bottom <= lowest + 1);
      })
    );
  };
  const shrink = (element, cards, largest = 1, smallest = SMALLEST) => {
    element.style.setProperty("--fit", largest);
    for (let size = largest - STEP; !cards.every(holdsItsText) && size > smallest; size -= STEP)
      element.style.setProperty("--fit", size);
  };
  const fit = () => {
    for (const prompt of document.querySelectorAll(".ask > .waiting"))
      shrink(prompt, [prompt], 1, SMALLEST_PROMPT);
    // The text of a large card may also grow, except in a strip, which is only as high as its text.
    for (const card of document.querySelectorAll(".hero-card"))
      shrink(card, [card], wide.matches && !card.matches(".strip") ? LARGEST : 1);
    // All cards of a group have the same size, so that no player's name is smaller than another's.
    for (const group of document.querySelectorAll(
      ".for-all .seats, .podium, .workshops, .columns > *",
    ))
      shrink(group, [...group.children]);
  };
  document.addEventListener("shown", fit);
  addEventListener("resize", fit);
  fit();
})();
