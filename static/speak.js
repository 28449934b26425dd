// The big screen plays sounds and reads aloud what happens, if somebody turns it on: off, effects, turns (whose turn it
// is, what the table waits for, and what a scene shows), or all (each line of the history too), with the device's own
// voices in the table's language. Browsers let a page sound only after a touch, so it is off until somebody turns it on.
(() => {
  "use strict";
  const LEVELS = ["off", "effects", "little", "all"];
  const button = document.getElementById("speak"),
    sound = window.companionSound;
  if (!button || !sound) return;

  const text = (element) => element.textContent.trim().replace(/\s+/g, " ");
  const asks = () => [...document.querySelectorAll("#now .waiting, #now .verdict")];
  const sentence = () => asks().map(text).join(" ");
  let said = sentence(),
    told = [];

  const speaks = () => sound.level() >= LEVELS.indexOf("little");
  const call = (words) => {
    const voice = window.speechSynthesis
      ?.getVoices()
      .find(({ lang }) => lang.startsWith(document.documentElement.lang));
    if (!voice) return;
    const spoken = new SpeechSynthesisUtterance(words);
    spoken.lang = document.documentElement.lang;
    spoken.voice = voice;
    speechSynthesis.speak(spoken);
  };

  // A scene is read out when its sentence stands there, and its line of the history is not read out again.
  document.addEventListener("animationstart", ({ target }) => {
    if (!target.matches(".caption")) return;
    told.push(text(target));
    if (speaks()) call(text(target));
  });

  // Each new step; what the table waits for is read out at either level.
  document.addEventListener("shown", ({ detail: news }) => {
    const isAll = LEVELS[sound.level()] === "all",
      fresh = (isAll ? news : asks().filter((one) => news.includes(one))).filter(
        (one) => !told.includes(text(one)),
      );
    if (speaks()) fresh.forEach((one) => call(text(one)));
    if (speaks() && sentence() !== said && !asks().some((one) => fresh.includes(one)))
      call(sentence());
    said = sentence();
    told = [];
  });

  const show = () => {
    button.textContent = button.dataset[LEVELS[sound.level()]];
    button.setAttribute("aria-pressed", String(sound.level() > 0));
  };

  button.addEventListener("click", () => {
    sound.setLevel((sound.level() + 1) % LEVELS.length);
    window.speechSynthesis?.cancel();
    show();
    if (speaks()) call(sentence());
    else sound.play("notes");
  });

  button.hidden = false;
  show();
})();
