// The outer page, which stays open. It starts the worker that runs the app, and shows the app's pages in an iframe. The
// service worker forwards each request of those pages to it.
import words from "./words.js";

const byId = (id) => document.getElementById(id);
const status = byId("status"),
  progress = byId("progress"),
  frame = byId("app"),
  again = byId("again");
const chosen = navigator.languages
    .map((language) => language.slice(0, 2))
    .find((language) => language in words),
  messages = words[chosen || "en"];
let worker = null;

// mark: the number or reason that replaces "%" in the sentence.
const say = (name, mark = "") => (status.textContent = messages[name].replace("%", mark));
const stop = (name, mark) => {
  worker?.terminate();
  byId("wait").hidden = false;
  progress.hidden = true;
  frame.hidden = true;
  say(name, mark);
  again.textContent = messages.reload;
  again.hidden = false;
};
again.addEventListener("click", () => location.reload());

const NEEDS = [
  "serviceWorker" in navigator,
  navigator.locks,
  self.indexedDB,
  self.WebAssembly,
  self.DecompressionStream,
];
const service = navigator.serviceWorker;

const start = async () => {
  document.documentElement.lang = chosen || "en";
  if (!NEEDS.every(Boolean)) return stop("old");
  service.addEventListener("message", ({ data, ports }) => {
    if (data.progress) show(data.progress);
    // Only one page at a time has a worker.
    else if (worker) worker.postMessage(data, ports);
  });
  service.startMessages();
  const registration = await service.register("/sw.js");
  if (!service.controller) await waitUntilStored(registration);
  // After a kill, the lock is free a moment later.
  const wait = setTimeout(say, 500, "tab");
  // Only one page at a time writes the games.
  await navigator.locks.request("companion", async () => {
    clearTimeout(wait);
    await takeOver(registration);
    run();
    // Never resolves, so the lock is held until the page is closed.
    await new Promise(() => {});
  });
};

const controlled = () =>
  new Promise((on) => service.addEventListener("controllerchange", on, { once: true }));

const show = (fraction) => {
  if (service.controller) return;
  progress.value = fraction;
  say("download", Math.floor(100 * fraction));
};

// Waits until the service worker has stored all files, because the worker loads them from the cache.
const waitUntilStored = async (registration) => {
  const newWorker = registration.installing || registration.waiting || registration.active;
  const broken = new Promise((resolve, reject) =>
    newWorker.addEventListener("statechange", () => {
      if (newWorker.state === "redundant") reject(new Error("offline"));
    }),
  );
  show(0);
  // After a reload that ignores caches, the page has no service worker, although one is active.
  registration.active?.postMessage("claim");
  await Promise.race([controlled(), broken]);
  progress.removeAttribute("value");
};

// If a new version has been downloaded, activates it and reloads the page.
const takeOver = async (registration) => {
  if (!registration.waiting) return;
  const changed = controlled();
  registration.waiting.postMessage("take over");
  await changed;
  location.reload();
  // Never resolves: nothing may start before the reload.
  await new Promise(() => {});
};

const run = () => {
  say("starting");
  const began = performance.now();
  worker = new Worker("/phone/worker.js", { type: "module" });
  worker.onerror = (event) => stop("failed", event.message || "?");
  worker.onmessage = ({ data }) => {
    if (data.say) return say(data.say);
    if (data.failed) return stop("failed", data.failed);
    if (data.full) return stop("full");
    document.documentElement.dataset.times = JSON.stringify({
      ...data.times,
      all: performance.now() - began,
    });
    frame.src = location.pathname + location.search + location.hash;
    frame.hidden = false;
    // Without this, the browser may delete the games when its disk is full.
    navigator.storage?.persist?.();
  };
};

// The number of steps of each table that a file has. The first page offers a copy of some tables with more steps.
const SAVED = "saved",
  OFFERED = 3;
const saved = () => JSON.parse(localStorage.getItem(SAVED) || "{}");
const remember = async (path, file) => {
  const code = /^\/t\/(\w+)\/record\.json$/.exec(path)?.[1];
  if (!code) return;
  const steps = JSON.parse(await file.text()).entries.length;
  localStorage.setItem(SAVED, JSON.stringify({ ...saved(), [code]: steps }));
  remind();
};
const remind = () => {
  const copies = [...frame.contentDocument.querySelectorAll("[data-copy]")],
    isNew = ({ dataset: { copy, step } }) => step > (saved()[copy] || 0),
    offered = copies.filter(isNew).slice(0, OFFERED);
  for (const copy of copies) {
    copy.hidden = !offered.includes(copy);
    copy.parentElement.hidden = !offered.length;
  }
};

// Download links bypass the service worker, so their file is fetched in the frame and saved from here.
const save = async (link) => {
  const answer = await frame.contentWindow.fetch(link.href),
    named = /filename="?([^";]+)/.exec(answer.headers.get("Content-Disposition") || ""),
    type = (answer.headers.get("Content-Type") || "").split(";")[0],
    file = new File([await answer.blob()], named?.[1] || link.download || "companion.json", {
      type,
    });
  // A refusal is shown.
  if (!answer.ok) return frame.contentWindow.location.assign(link.href);
  // On a phone: Save to Files, AirDrop, Mail. It fails if the user closes the sheet.
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] }))
    return navigator.share({ files: [file] }).then(
      () => remember(link.pathname, file),
      () => {},
    );
  const download = document.createElement("a");
  download.href = URL.createObjectURL(file);
  download.download = file.name;
  download.click();
  setTimeout(() => URL.revokeObjectURL(download.href), 60000);
  await remember(link.pathname, file);
};

const follow = (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link) return;
  if (link.hasAttribute("download")) save(link).catch(console.error);
  // The frame shows no other site.
  else if (link.origin !== location.origin) window.open(link.href, "_blank", "noopener");
  else return;
  event.preventDefault();
  event.stopPropagation();
};

// The browser shows the address of the open page, so a reload returns to that page.
frame.addEventListener("load", () => {
  frame.contentDocument.addEventListener("click", follow, true);
  const { pathname, search, hash } = frame.contentWindow.location;
  if (!pathname.startsWith("blank")) history.replaceState(null, "", pathname + search + hash);
  document.title = frame.contentDocument.title || "Companion";
  byId("wait").hidden = true;
  remind();
});

start().catch((error) => stop(error.message === "offline" ? "offline" : "failed", error.message));
