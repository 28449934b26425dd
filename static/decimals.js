// Writes amounts of money with decimal places. Only pages of tables with such money load this script, before the others.
// The page has a zero such as "0.00" in data-zero. Everywhere else, amounts are counted in the smallest unit.
window.companionWritten = (amount) => {
  "use strict";
  const { zero } = document.body.dataset,
    places = zero.length - 2,
    digits = String(Math.abs(amount)).padStart(places + 1, "0"),
    sign = amount < 0 ? "-" : "";
  return sign + digits.slice(0, -places) + zero[1] + digits.slice(-places);
};
