// The screen for all says aloud what happens, if somebody wants it to: off, a little (whose turn it is, what the table
// waits for, and what a scene shows), or all (each line of the history too), by the device's own voices in the table's
// language; a chime where there is none. Browsers let a page speak only after a touch, so it is off until somebody turns it on.
(() => {
  "use strict";
  const LEVELS = ["off", "little", "all"];
  const button = document.getElementById("speak");
  if (!button || !(window.speechSynthesis || window.AudioContext)) return;
  // For the evening: the table moves on to the next game in this tab.
  let level = Number(sessionStorage.getItem("sound")),
    chimes = null;

  const text = (thing) => thing.textContent.trim().replace(/\s+/g, " ");
  const asks = () => [...document.querySelectorAll("#now .waiting, #now .verdict")];
  const sentence = () => asks().map(text).join(" ");
  let said = sentence(),
    played = null;

  const voice = () =>
    window.speechSynthesis
      ?.getVoices()
      .find(({ lang }) => lang.startsWith(document.documentElement.lang));

  const call = (words) => {
    if (!voice()) return window.AudioContext && chime();
    const spoken = new SpeechSynthesisUtterance(words);
    spoken.lang = document.documentElement.lang;
    spoken.voice = voice();
    speechSynthesis.speak(spoken);
  };

  const chime = () => {
    chimes = chimes || new AudioContext();
    const tone = chimes.createOscillator(),
      loudness = chimes.createGain();
    loudness.gain.setValueAtTime(0.2, chimes.currentTime);
    loudness.gain.exponentialRampToValueAtTime(0.001, chimes.currentTime + 0.6);
    tone.frequency.value = 660;
    tone.connect(loudness).connect(chimes.destination);
    tone.start();
    tone.stop(chimes.currentTime + 0.6);
  };

  // Says each new step. What a scene shows is said at either level, and once; so is what
  // the table waits for.
  document.addEventListener("shown", ({ detail: news }) => {
    const scenes = document.querySelector("#part-scenes .scenes"),
      isAll = LEVELS[level] === "all",
      captions = scenes && scenes !== played ? [...scenes.querySelectorAll(".caption")] : [],
      told = isAll ? news : asks().filter((one) => news.includes(one)),
      say = (thing) => call(text(thing));
    if (level) captions.filter((one) => !isAll || !("told" in one.dataset)).forEach(say);
    if (level) told.forEach(say);
    if (level && sentence() !== said && !asks().some((one) => told.includes(one))) call(sentence());
    said = sentence();
    played = scenes;
  });

  const show = () => {
    button.textContent = button.dataset[LEVELS[level]];
    button.setAttribute("aria-pressed", String(level > 0));
  };

  button.addEventListener("click", () => {
    level = (level + 1) % LEVELS.length;
    sessionStorage.setItem("sound", level);
    window.speechSynthesis?.cancel();
    show();
    if (level) call(sentence());
  });

  button.hidden = false;
  show();
})();
