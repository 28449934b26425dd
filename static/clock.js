// Counts down the agreed time of a game on every screen. The server renders the remaining time with each push.
(() => {
  "use strict";
  const WARNINGS = [60, 10];
  let rendered = "",
    running = "",
    before = 0,
    secondsLeft = 0,
    since = 0,
    timer = 0;

  const clockText = (seconds) => {
    const two = (number) => String(number).padStart(2, "0");
    const hours = Math.floor(seconds / 3600),
      minutes = Math.floor(seconds / 60) % 60;
    return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
  };

  // Tells a screen reader and the voice of a big screen that the time is nearly over. The sentences come with the clock.
  const warn = (clock, seconds) => {
    const crossed = WARNINGS.find((warning) => before > warning && seconds <= warning),
      sentence = seconds && clock.dataset[crossed],
      told = document.getElementById("told");
    before = seconds;
    if (!sentence || !told) return;
    told.textContent = sentence;
    document.dispatchEvent(new CustomEvent("warned", { detail: sentence }));
    if (navigator.vibrate) navigator.vibrate(80);
    if (window.companionSound) window.companionSound.play("tick");
  };

  // Runs after each push, and then once per second while a time is agreed and not over.
  const tick = () => {
    clearTimeout(timer);
    const clock = document.getElementById("clock");
    if (!clock) return;
    const { left, ends } = clock.dataset;
    if (`${ends} ${left}` !== rendered) {
      rendered = `${ends} ${left}`;
      secondsLeft = Number(left);
      since = performance.now();
    }
    // A paused clock has no end.
    if (!ends) return;
    const rest = secondsLeft * 1000 - (performance.now() - since),
      seconds = Math.max(0, Math.ceil(rest / 1000));
    if (ends !== running) before = seconds;
    running = ends;
    warn(clock, seconds);
    const face = clock.querySelector("b"),
      text = clockText(seconds);
    if (face.textContent !== text) face.textContent = text;
    clock.classList.toggle("is-near", seconds <= 60);
    const isLast = seconds > 0 && seconds <= 10;
    clock.classList.toggle("is-last", isLast);
    if (isLast && window.companionSound) window.companionSound.play("tick");
    // The server also notices the end, and pushes what the players may do then.
    if (!seconds && !clock.classList.contains("is-over")) {
      clock.classList.add("is-over");
      if (navigator.vibrate) navigator.vibrate([200, 100, 200]);
    }
    if (seconds) timer = setTimeout(tick, rest - (seconds - 1) * 1000);
  };

  document.addEventListener("shown", tick);
  tick();
})();
