// Lets the big screen speak in the table's language. If the device has no voice for it, a chime sounds. A button
// changes the level: off, little (prompts and scenes) or all (also each new line of the history). The sound is off at
// first, because browsers let a page speak only after a touch.
(() => {
  "use strict";
  const LEVELS = ["off", "little", "all"];
  const button = document.getElementById("speak");
  if (!button || !(window.speechSynthesis || window.AudioContext)) return;
  // The level lasts for the evening, because the next game is played in the same tab.
  let level = Number(sessionStorage.getItem("sound")),
    audio = null;

  const text = (element) => element.textContent.trim().replace(/\s+/g, " ");
  const prompts = () => [...document.querySelectorAll("#now .waiting, #now .verdict")];
  const promptText = () => prompts().map(text).join(" ");
  let spokenPrompt = promptText(),
    spokenScenes = null;

  const voice = () =>
    window.speechSynthesis
      ?.getVoices()
      .find(({ lang }) => lang.startsWith(document.documentElement.lang));

  const speak = (words) => {
    if (!voice()) return window.AudioContext && chime();
    const utterance = new SpeechSynthesisUtterance(words);
    utterance.lang = document.documentElement.lang;
    utterance.voice = voice();
    speechSynthesis.speak(utterance);
  };

  const chime = () => {
    audio = audio || new AudioContext();
    const tone = audio.createOscillator(),
      loudness = audio.createGain();
    loudness.gain.setValueAtTime(0.2, audio.currentTime);
    loudness.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.6);
    tone.frequency.value = 660;
    tone.connect(loudness).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.6);
  };

  // Speaks after each push. Captions and prompts that are also lines of the history are spoken only once.
  document.addEventListener("shown", ({ detail: news }) => {
    const scenes = document.querySelector("#part-scenes .scenes"),
      isAll = LEVELS[level] === "all",
      captions = scenes && scenes !== spokenScenes ? [...scenes.querySelectorAll(".caption")] : [],
      lines = isAll ? news : prompts().filter((prompt) => news.includes(prompt)),
      isPromptNew = promptText() !== spokenPrompt && !prompts().some((one) => lines.includes(one)),
      speakText = (element) => speak(text(element));
    if (level) {
      captions.filter(({ dataset }) => !isAll || !("told" in dataset)).forEach(speakText);
      lines.forEach(speakText);
      if (isPromptNew) speak(promptText());
    }
    spokenPrompt = promptText();
    spokenScenes = scenes;
  });

  const showLevel = () => {
    button.textContent = button.dataset[LEVELS[level]];
    button.setAttribute("aria-pressed", String(level > 0));
  };

  button.addEventListener("click", () => {
    level = (level + 1) % LEVELS.length;
    sessionStorage.setItem("sound", level);
    window.speechSynthesis?.cancel();
    showLevel();
    if (level) speak(promptText());
  });

  button.hidden = false;
  showLevel();
})();
