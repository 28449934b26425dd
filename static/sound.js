// Sounds made with WebAudio, without files. A big screen plays the sounds that its scenes and its prompt name. A phone
// plays two notes when its player's turn comes. Both are off until somebody turns them on.
(() => {
  "use strict";
  const Context = window.AudioContext || window.webkitAudioContext;
  if (!Context) return;
  // Each tone: start in seconds, pitch in hertz, length in seconds.
  const SOUNDS = {
    knock: [[0, 240, 0.12]],
    knocks: [
      [0, 240, 0.12],
      [0.2, 190, 0.2],
    ],
    coin: [
      [0, 988, 0.12],
      [0.08, 1319, 0.5],
    ],
    notes: [
      [0, 523, 0.3],
      [0.18, 659, 0.6],
    ],
    fanfare: [
      [0, 392, 0.25],
      [0.18, 523, 0.25],
      [0.36, 659, 0.25],
      [0.54, 523, 1.2],
      [0.54, 659, 1.2],
      [0.54, 784, 1.2],
    ],
    tick: [[0, 1500, 0.05]],
  };
  // The choice survives a closed tab, but only for 12 hours, so the next evening begins silent.
  const EVENING = 12 * 3600 * 1000;
  const choice = document.querySelector("[data-notes]"),
    STORAGE_KEY = document.getElementById("speak") ? "sound" : "notes";
  let context = null,
    heard = [];

  const level = () => {
    const [storedLevel, at] = (localStorage.getItem(STORAGE_KEY) || "").split(" ");
    return Date.now() - at < EVENING ? Number(storedLevel) : 0;
  };
  const setLevel = (chosen) => localStorage.setItem(STORAGE_KEY, `${chosen} ${Date.now()}`);

  const play = (name) => {
    if (!level() || !SOUNDS[name] || (STORAGE_KEY === "notes" && name !== "notes")) return;
    context = context || new Context();
    // A page that nobody has touched yet may not play.
    context.resume();
    for (const [start, pitch, length] of SOUNDS[name]) {
      const tone = context.createOscillator(),
        loudness = context.createGain(),
        at = context.currentTime + start;
      tone.type = "triangle";
      tone.frequency.value = pitch;
      loudness.gain.setValueAtTime(0.3, at);
      loudness.gain.exponentialRampToValueAtTime(0.001, at + length);
      tone.connect(loudness).connect(context.destination);
      tone.start(at);
      tone.stop(at + length);
    }
  };

  // The sounds of the elements on the big screen, each with a mark. A sound is played when its mark is new.
  const sounding = () =>
    [...document.querySelectorAll("#part-public [data-sound]")].map(
      ({ dataset: { sound, of = "" } }) => [sound, sound + of],
    );
  document.addEventListener("shown", () => {
    const now = sounding();
    for (const [sound, mark] of now) if (!heard.includes(mark)) play(sound);
    heard = now.map(([, mark]) => mark);
  });
  document.addEventListener("animationstart", ({ target }) => {
    if (target.matches(".scene[data-sound]")) play(target.dataset.sound);
  });
  heard = sounding().map(([, mark]) => mark);

  if (choice) {
    choice.closest("p").hidden = false;
    choice.checked = level() > 0;
    choice.addEventListener("change", () => {
      setLevel(Number(choice.checked));
      play("notes");
    });
  }
  window.companionSound = { level, setLevel, play };
})();
