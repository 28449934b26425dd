// The outer page, which stays open. It starts the worker that runs the app, and shows the app's pages in an iframe. The
// service worker forwards each request of those pages to it.
import { erase, stored } from "./storage.js";
import words from "./words.js";

const byId = (id) => document.getElementById(id);
const status = byId("status"),
  progress = byId("progress"),
  frame = byId("app");
const languages = navigator.languages.map((language) => language.slice(0, 2)),
  chosen = languages.find((language) => language in words) || "en",
  messages = words[chosen],
  service = navigator.serviceWorker;
let worker = null;

// mark: the number or reason that replaces "%" in the sentence.
const say = (name, mark = "") => (status.textContent = messages[name].replace("%", mark));

// What people can do when the app has stopped, by the ids of the buttons, which are the names of their labels.
const WAYS = {
  reload: async () => location.reload(),
  rescue: async () => handOver(new File([await stored()], "companion.sqlite")),
  anew: async () => {
    if (!confirm(messages.sure)) return;
    await erase();
    localStorage.clear();
    location.replace("/");
  },
};
const stop = (name, mark) => {
  worker?.terminate();
  byId("wait").hidden = false;
  progress.hidden = true;
  frame.hidden = true;
  status.style.animation = "none";
  say(name, mark);
  for (const [id, act] of Object.entries(WAYS)) {
    byId(id).textContent = messages[id];
    byId(id).onclick = () =>
      act().catch(({ name, message }) => name === "AbortError" || say("failed", message));
    // If the stored games may be to blame, everything is offered.
    byId(id).hidden = id !== "reload" && name !== "failed" && name !== "damaged";
  }
};

const NEEDS = [service, navigator.locks, self.indexedDB, self.DecompressionStream];

const start = async () => {
  document.documentElement.lang = chosen;
  if (!NEEDS.every(Boolean)) return stop("old");
  service.addEventListener("message", ({ data, ports }) => {
    if (data.progress) show(data.progress);
    // Only one page at a time has a worker.
    else if (worker) worker.postMessage(data, ports);
  });
  service.startMessages();
  const registration = await service.register("/sw.js");
  if (!service.controller) await waitUntilStored(registration);
  // This page belongs to the old version if it, or another tab, has activated a new one.
  service.addEventListener("controllerchange", () => location.reload());
  // After a kill, the lock is free a moment later.
  const wait = setTimeout(say, 500, "tab");
  // Only one page at a time writes the games.
  await navigator.locks.request("companion", async () => {
    clearTimeout(wait);
    // A new version has been downloaded. The page reloads when it is active.
    if (registration.waiting) registration.waiting.postMessage("take over");
    else run();
    // Never resolves, so the lock is held until the page is closed.
    await new Promise(() => {});
  });
};

const show = (fraction) => {
  if (service.controller) return;
  progress.value = fraction;
  say("download", Math.floor(100 * fraction));
};

// Waits until the service worker has stored all files, because the worker loads them from the cache.
const waitUntilStored = async (registration) => {
  const newWorker = registration.installing || registration.waiting || registration.active;
  const controlled = new Promise((resolve, reject) => {
    service.addEventListener("controllerchange", resolve, { once: true });
    const fail = () => newWorker.state === "redundant" && reject(new Error(newWorker.state));
    newWorker.addEventListener("statechange", fail);
    fail();
  });
  show(0);
  // After a reload that ignores caches, the page has no service worker, although one is active.
  registration.active?.postMessage("claim");
  await controlled;
  progress.removeAttribute("value");
};

const run = () => {
  say("starting");
  worker = new Worker("/phone/worker.js", { type: "module" });
  worker.onerror = (event) => stop("failed", event.message || "?");
  worker.onmessage = ({ data }) => {
    if (data.say) return say(data.say);
    if (data.failed) return stop("failed", data.failed);
    if (data.unsaved === "QuotaExceededError") return stop("full");
    if (data.unsaved) return stop("unsaved", data.unsaved);
    if ("shown" in data) return uncover(data.shown);
    document.documentElement.dataset.times = JSON.stringify(data.times);
    frame.src = location.pathname + location.search + location.hash;
    frame.hidden = false;
    // Without this, the browser may delete the games when its disk is full.
    navigator.storage?.persist?.();
  };
};

// When a phone that was put aside is taken up, maybe by somebody else, the secrets of players are hidden again.
const isAside = () => document.visibilityState === "hidden";
document.addEventListener("visibilitychange", () => {
  if (isAside()) frame.style.opacity = 0;
  else worker?.postMessage("take back");
});
const uncover = (hadSecrets) => {
  if (hadSecrets && frame.contentDocument.getElementById("now"))
    frame.contentWindow.location.reload();
  else frame.style.opacity = 1;
};
// A page that the browser has kept would write the games although another tab may have the lock.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

// The first page offers copies of three tables with steps that are in no file yet.
const remind = () => {
  const copies = [...frame.contentDocument.querySelectorAll("[data-copy]")],
    isNew = ({ dataset: { copy, step } }) => step > (localStorage[copy] || 0),
    offered = copies.filter(isNew).slice(0, 3);
  for (const copy of copies) {
    copy.hidden = !offered.includes(copy);
    copy.parentElement.hidden = !offered.length;
  }
};

// Gives a file to the user. On a phone: Save to Files, AirDrop, Mail.
const handOver = async (file) => {
  const isPhone = matchMedia("(pointer: coarse)").matches,
    // If it took too long to make the file, the browser refuses to share it.
    isFresh = navigator.userActivation?.isActive !== false;
  if (isPhone && isFresh && navigator.canShare?.({ files: [file] }))
    return navigator.share({ files: [file] });
  const download = document.createElement("a");
  download.href = URL.createObjectURL(file);
  download.download = file.name;
  download.click();
  setTimeout(() => URL.revokeObjectURL(download.href), 60000);
};

// Download links bypass the service worker, so their file is fetched in the frame and saved from here.
const save = async (link) => {
  const answer = await frame.contentWindow.fetch(link.href),
    named = /filename="?([^";]+)/.exec(answer.headers.get("Content-Disposition") || ""),
    blob = await answer.blob(),
    type = blob.type.split(";")[0],
    file = new File([blob], named?.[1] || link.download || "companion.json", { type });
  // A refusal is shown.
  if (!answer.ok) return frame.contentWindow.location.assign(link.href);
  await handOver(file);
  if (link.dataset.step) localStorage[link.pathname] = link.dataset.step;
  remind();
};

const follow = (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link) return;
  // It fails if the user closes the share sheet.
  if (link.hasAttribute("download")) save(link).catch(console.error);
  else if (link.hash === "#damaged") stop("damaged");
  // The frame shows no other site.
  else if (link.origin !== location.origin) window.open(link.href, "_blank", "noopener");
  else return;
  event.preventDefault();
  event.stopPropagation();
};

// The browser shows the address of the open page, so a reload returns to that page.
frame.addEventListener("load", () => {
  const page = frame.contentDocument,
    { pathname, search, hash } = frame.contentWindow.location;
  page.addEventListener("click", follow, true);
  // The address of a posted form has no page.
  if (!pathname.startsWith("blank") && !page.querySelector("[data-posted]"))
    history.replaceState(null, "", pathname + search + hash);
  document.title = page.title || "Companion";
  byId("wait").hidden = true;
  if (!isAside()) frame.style.opacity = 1;
  remind();
});

start().catch((error) => stop(service?.controller ? "failed" : "offline", error.message));
