// Plays sounds and reads aloud on the big screen. Levels: off; effects; little (turns: prompts and scenes); all (each
// history line too). It uses the device's voices in the table's language. Browsers let a page sound only after a touch,
// so it is off until somebody turns it on.
(() => {
  "use strict";
  const LEVELS = ["off", "effects", "little", "all"];
  const button = document.getElementById("speak"),
    sound = window.companionSound;
  if (!button || !sound) return;

  const text = (element) => element.textContent.trim().replace(/\s+/g, " ");
  const prompts = () => [...document.querySelectorAll("#now .waiting, #now .verdict")];
  const sentence = () => prompts().map(text).join(" ");
  let lastPrompt = sentence(),
    readCaptions = [];

  const speaks = () => sound.level() >= LEVELS.indexOf("little");
  const readAloud = (words) => {
    const voice = window.speechSynthesis
      ?.getVoices()
      .find(({ lang }) => lang.startsWith(document.documentElement.lang));
    if (!voice) return;
    const spoken = new SpeechSynthesisUtterance(words);
    spoken.lang = document.documentElement.lang;
    spoken.voice = voice;
    speechSynthesis.speak(spoken);
  };

  // The sentence of a scene is read aloud when it appears. The history line with the same words is then skipped.
  document.addEventListener("animationstart", ({ target }) => {
    if (!target.matches(".caption")) return;
    readCaptions.push(text(target));
    if (speaks()) readAloud(text(target));
  });

  // After each push: the level "all" reads the new history lines, and both levels read the prompt if it has changed.
  document.addEventListener("shown", ({ detail: news }) => {
    const isAll = LEVELS[sound.level()] === "all",
      fresh = (isAll ? news : prompts().filter((one) => news.includes(one))).filter(
        (one) => !readCaptions.includes(text(one)),
      );
    if (speaks()) fresh.forEach((one) => readAloud(text(one)));
    if (speaks() && sentence() !== lastPrompt && !prompts().some((one) => fresh.includes(one)))
      readAloud(sentence());
    lastPrompt = sentence();
    readCaptions = [];
  });

  // Little time is left.
  document.addEventListener("warned", ({ detail }) => speaks() && readAloud(detail));

  const show = () => {
    button.textContent = button.dataset[LEVELS[sound.level()]];
    button.setAttribute("aria-pressed", String(sound.level() > 0));
  };

  button.addEventListener("click", () => {
    sound.setLevel((sound.level() + 1) % LEVELS.length);
    window.speechSynthesis?.cancel();
    show();
    if (speaks()) readAloud(sentence());
    else sound.play("notes");
  });

  button.hidden = false;
  show();
})();
