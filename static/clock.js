// Counts an agreed time down between two words of the server; what it says is always right.
(() => {
  "use strict";
  let said = "",
    left = 0,
    since = 0,
    timer = 0;

  const words = (seconds) => {
    const two = (number) => String(number).padStart(2, "0");
    const hours = Math.floor(seconds / 3600),
      minutes = Math.floor(seconds / 60) % 60;
    return hours
      ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
      : `${minutes}:${two(seconds % 60)}`;
  };

  // Looks once a second, and not at all where no time is agreed; a screen that comes begins it anew.
  const tick = () => {
    clearTimeout(timer);
    const clock = document.getElementById("clock");
    if (!clock) return;
    const { left: given, ends } = clock.dataset,
      saying = `${ends} ${given}`;
    if (saying !== said) {
      said = saying;
      left = Number(given);
      since = performance.now();
    }
    if (!ends) return;
    const rest = left * 1000 - (performance.now() - since),
      seconds = Math.max(0, Math.ceil(rest / 1000));
    const face = clock.firstElementChild,
      text = words(seconds);
    if (face.textContent !== text) face.textContent = text;
    clock.classList.toggle("is-near", seconds <= 60);
    // The server marks the end, and pushes what may be done now.
    if (!seconds && !clock.classList.contains("is-over")) {
      clock.classList.add("is-over");
      if (navigator.vibrate) navigator.vibrate([200, 100, 200]);
    }
    if (seconds) timer = setTimeout(tick, rest - (seconds - 1) * 1000);
  };

  document.addEventListener("shown", tick);
  tick();
})();
