// The app itself: Python, its code, and the files that hold the games. It answers one request at a time. What a request
// changed is stored in the browser before it is answered.
import create from "./pyodide.asm.mjs";
import { loadPyodide } from "./pyodide.mjs";
import { Storage } from "./storage.js";

const FOLDER = "/data",
  CACHE = "companion-@VERSION@",
  PICTURE = "/phone/picture",
  OPTIONS = { indexURL: "/phone/", env: { HOME: FOLDER } },
  // Seconds between two looks at what the app does when a time has come, and between two signs of life of a stream.
  LOOK = 1,
  BEAT = 10;
const times = {};
let began = performance.now();
const passed = (name) => {
  times[name] = Math.round(performance.now() - began);
  began = performance.now();
};

// The archives are gzipped tar files with plain entries.
const add = async (py, archive) => {
  const packed = (await fetch(`/phone/${archive}.bin`)).body,
    plain = packed.pipeThrough(new DecompressionStream("gzip")),
    tar = new Uint8Array(await new Response(plain).arrayBuffer()),
    made = new Set();
  const field = (at, length) =>
    new TextDecoder().decode(tar.subarray(at, at + length)).replace(/\0.*$/s, "");
  for (let at = 0; tar[at];) {
    const size = parseInt(field(at + 124, 12), 8),
      path = "/app/" + [field(at + 345, 155), field(at, 100)].filter(Boolean).join("/"),
      folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) py.FS.mkdirTree(folder);
    made.add(folder);
    py.FS.writeFile(path, tar.subarray(at + 512, at + 512 + size));
    at += 512 + 512 * Math.ceil(size / 512);
  }
};

// After the first start a picture of Python's memory is kept, with all modules imported. Later starts copy it back. A
// new version has a new cache, and makes its own.
const python = async () => {
  const cache = await caches.open(CACHE),
    kept = await cache.match(PICTURE);
  return kept ? fromPicture(new Uint8Array(await kept.arrayBuffer())) : fromScratch(cache);
};

const fromPicture = async (picture) => {
  const roomy = async (settings) => {
    const made = await create(settings);
    // Pyodide does not make room for it (pyodide/pyodide#6254).
    while (made.HEAPU8.length < picture.length) made._malloc(4e6);
    return made;
  };
  const py = await loadPyodide({ ...OPTIONS, _loadSnapshot: picture, createPyodideModule: roomy });
  passed("python");
  // The picture has no files, and a few modules are not in it.
  await Promise.all([add(py, "files"), add(py, "code")]);
  py.runPython("import random; random.seed()");
  passed("files");
  times.picture = true;
  return py;
};

const fromScratch = async (cache) => {
  self.postMessage({ say: "first" });
  const py = await loadPyodide({ ...OPTIONS, _makeSnapshot: true });
  passed("python");
  await Promise.all([add(py, "files"), add(py, "code")]);
  passed("files");
  py.runPython(`
import sys
sys.path.insert(0, "/app")
sys.dont_write_bytecode = True
from companion import in_browser
in_browser.warm_up("/warm")
`);
  passed("warm");
  try {
    const picture = py.makeMemorySnapshot();
    // Nobody waits for it, and without it the next start only takes longer.
    cache.put(PICTURE, new Response(picture)).catch(console.error);
  } catch (error) {
    console.error(error);
  }
  passed("picture");
  return py;
};

const setUp = async () => {
  // A picture that cannot be used is made again.
  const again = async () => (await caches.open(CACHE)).delete(PICTURE).then(python),
    py = await python().catch(again),
    storage = await Storage.opened(py.FS, FOLDER);
  // No migration is needed at the first start.
  if (storage.isNew) storage.begin(py.FS.readFile("/app/fresh.sqlite"));
  passed("games");
  const module = py.pyimport("companion.in_browser");
  let phone = module.started(FOLDER, navigator.language);
  if (phone === undefined) {
    // The games of an older version. The migrated ones replace them when all of it has succeeded.
    await add(py, "migrate");
    py.runPython("import importlib; importlib.invalidate_caches()");
    phone = module.started(FOLDER, navigator.language);
  }
  if (typeof phone === "string") throw new Error(phone);
  await storage.keep();
  passed("app");
  return { py, storage, phone };
};

const { py, storage, phone } = await setUp().catch((error) => {
  self.postMessage({ failed: error.message.trim().split("\n").pop() });
  throw error;
});

const streams = new Map();
let last = Promise.resolve(),
  next = 0,
  isLost = false;

const toJs = (said) => {
  const made = said.toJs({ create_pyproxies: false });
  said.destroy();
  return made;
};

// A move that cannot be stored is not acknowledged. Memory then has more than the browser, so the app starts again.
const give_up = () => {
  isLost = true;
  self.postMessage({ full: true });
};

const news = async (beats) => {
  const said = toJs(phone.news(beats));
  await storage.keep();
  for (const [number, event] of said) {
    streams.get(number)?.postMessage(event ?? null);
    if (event == null) streams.delete(number);
  }
};

const answer = async ({ method, url, headers, body }, port) => {
  if (isLost) return;
  const number = ++next,
    asked = performance.now(),
    sent = py.toPy(new Uint8Array(body || 0)),
    [status, given, page] = toJs(phone.answer(number, method, url, headers, sent.tobytes())),
    made = performance.now();
  sent.destroy();
  try {
    await storage.keep();
  } catch (error) {
    console.error(error);
    // A page that is only read may be shown all the same: so a copy can still be saved.
    if (method === "POST") return give_up();
  }
  given.push(["Server-Timing", `app;dur=${made - asked}, keep;dur=${performance.now() - made}`]);
  port.postMessage({ status, headers: given, body: page ?? null });
  if (page != null) return news(false);
  streams.set(number, port);
  port.onmessage = ({ data }) => {
    if (data === "open") return take(() => news(false));
    streams.delete(number);
    phone.close(number);
  };
};

const take = (work) => (last = last.then(work).catch(console.error));
const failed = (port) => (error) => {
  console.error(error);
  port.postMessage({ status: 500, headers: [["Content-Type", "text/plain"]], body: `${error}` });
};

self.onmessage = ({ data, ports: [port] }) => take(() => answer(data, port).catch(failed(port)));

let looks = 0;
setInterval(() => {
  looks += 1;
  if (streams.size && !isLost) take(() => news(looks % BEAT === 0));
}, 1000 * LOOK);

times.heap = Math.round(py._module.HEAPU8.length / 1e6);
self.postMessage({ times });
