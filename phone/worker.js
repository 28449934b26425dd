// The app itself: Python, its code, and the files that hold the games. It answers one request at a time. What a request
// changed is stored in the browser before it is answered.
import create from "./pyodide.asm.mjs";
import { loadPyodide } from "./pyodide.mjs";
import { Storage } from "./storage.js";

const FOLDER = "/data",
  CACHE = "companion-@VERSION@",
  SNAPSHOT = "/phone/picture",
  OPTIONS = { indexURL: "/phone/", env: { HOME: FOLDER } };

const unpacked = async (archive) => {
  const packed = (await fetch(`/phone/${archive}.bin`)).body,
    plain = packed.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
};
const add = async (py, archive) => {
  const tar = await archive,
    text = new TextDecoder(),
    made = new Set(),
    field = (at, length) =>
      text.decode(tar.subarray(at, Math.min(at + length, tar.indexOf(0, at))));
  for (let at = 0; tar[at];) {
    const size = parseInt(field(at + 124, 12), 8),
      path = "/app/" + [field(at + 345, 155), field(at, 100)].filter(Boolean).join("/"),
      folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) py.FS.mkdirTree(folder);
    made.add(folder);
    // The files are parts of the archive, not copies.
    py.FS.writeFile(path, tar.subarray(at + 512, at + 512 + size), { canOwn: true });
    at += 512 + 512 * Math.ceil(size / 512);
  }
};

// After the first start a snapshot of Python's memory is kept, with all modules of "code" imported. Later starts copy it
// back. A new version has a new cache, and makes its own.
const python = async () => {
  const files = unpacked("files"),
    cache = await caches.open(CACHE),
    kept = await cache.match(SNAPSHOT);
  if (!kept) return fromScratch(cache, files);
  return fromSnapshot(new Uint8Array(await kept.arrayBuffer()), files);
};

const fromSnapshot = async (snapshot, files) => {
  const roomy = async (settings) => {
    const made = await create(settings);
    // Pyodide does not enlarge its memory to the size of the snapshot (pyodide/pyodide#6254).
    while (made.HEAPU8.length < snapshot.length) made._malloc(4e6);
    return made;
  };
  const py = await loadPyodide({ ...OPTIONS, _loadSnapshot: snapshot, createPyodideModule: roomy });
  // The snapshot has no files.
  await add(py, files);
  py.runPython("import random; random.seed()");
  return py;
};

const fromScratch = async (cache, files) => {
  const code = unpacked("code");
  self.postMessage({ say: "first" });
  const py = await loadPyodide({ ...OPTIONS, _makeSnapshot: true });
  await add(py, files);
  await add(py, code);
  py.runPython(`
import sys
sys.path.insert(0, "/app")
sys.dont_write_bytecode = True
from companion import in_browser
in_browser.warm_up("/warm")
`);
  try {
    const snapshot = py.makeMemorySnapshot();
    // Nobody waits for it, and without it the next start only takes longer.
    cache.put(SNAPSHOT, new Response(snapshot)).catch(console.error);
  } catch (error) {
    console.error(error);
  }
  return py;
};

const setUp = async () => {
  // A snapshot that cannot be used is made again.
  const again = async () => (await caches.open(CACHE)).delete(SNAPSHOT).then(python),
    py = await python().catch(again),
    storage = await Storage.opened(py.FS, FOLDER);
  // No migration is needed at the first start.
  if (storage.isNew) storage.begin(py.FS.readFile("/app/fresh.sqlite"));
  const module = py.pyimport("companion.in_browser");
  let phone = module.started(FOLDER, navigator.language);
  if (phone === undefined) {
    // An older version wrote the games. The migrated database is stored only after the whole migration has succeeded.
    await add(py, unpacked("migrate"));
    py.runPython("import importlib; importlib.invalidate_caches()");
    phone = module.started(FOLDER, navigator.language);
  }
  if (typeof phone === "string") throw new Error(phone);
  await storage.keep();
  return { py, storage, phone };
};

// Tells the page why the app cannot go on. It never resolves, so nothing more is answered.
const stop = (why) => {
  self.postMessage(why);
  return new Promise(() => {});
};
const fail = async (error) => {
  console.error(error);
  // Maybe the snapshot is to blame. The next start does without it.
  await (await caches.open(CACHE)).delete(SNAPSHOT);
  return stop({
    failed: String(error?.message || error)
      .trim()
      .split("\n")
      .pop(),
  });
};

const { py, storage, phone } = await setUp().catch(fail);

const streams = new Map();
let last = Promise.resolve(),
  next = 0;

const toJs = (said) => {
  const made = said.toJs({ create_pyproxies: false });
  said.destroy();
  return made;
};

// Stores what has changed. Returns the name of the error, if there is one.
const keep = () => storage.keep().catch((error) => console.error(error) || error?.name || "?");

const news = async (beats) => {
  const said = toJs(phone.news(beats));
  if (await keep()) return;
  for (const [number, event] of said) {
    streams.get(number)?.postMessage(event ?? null);
    if (event == null) streams.delete(number);
  }
};

const answer = async ({ method, url, headers, body }, port) => {
  const number = ++next,
    asked = performance.now(),
    sent = py.toPy(new Uint8Array(body || 0)),
    [status, given, page] = toJs(phone.answer(number, method, url, headers, sent.tobytes())),
    made = performance.now();
  sent.destroy();
  const unsaved = await keep();
  // A move that cannot be stored is not acknowledged. Memory then has more than the browser, so the app starts again.
  // A page that was only read is still shown, so that the user can save a copy of the games.
  if (unsaved && method === "POST") return stop({ unsaved });
  given.push(["Server-Timing", `app;dur=${made - asked}, keep;dur=${performance.now() - made}`]);
  port.postMessage({ status, headers: given, body: page ?? null });
  if (page != null) return news(false);
  streams.set(number, port);
  port.onmessage = ({ data }) => {
    if (data === "open") return enqueue(() => news(false));
    streams.delete(number);
    phone.close(number);
  };
};

const enqueue = (work) => (last = last.then(work).catch(fail));
self.onmessage = ({ data, ports: [port] }) =>
  enqueue(() => (port ? answer(data, port) : self.postMessage({ shown: phone.take_back() })));

// Each second, look for due steps of the app. Each ten seconds, send heartbeats.
let seconds = 0;
setInterval(() => {
  seconds += 1;
  if (streams.size) enqueue(() => news(seconds % 10 === 0));
}, 1000);

// The milliseconds until here, and the megabytes of Python.
const times = [performance.now(), py._module.HEAPU8.length / 1e6].map(Math.round);
self.postMessage({ times });
