// Caches the files of Companion, and forwards requests for its pages to the worker of the open page.
const CACHE = "companion-@VERSION@";
// The size of each file in bytes, without compression.
const FILES = {/* @FILES@ */};
const TOTAL = Object.values(FILES).reduce((sum, size) => sum + size, 0);
// Only the shell and its worker may compile WebAssembly. The app's pages bring their own policy.
const POLICY = "@POLICY@";

self.addEventListener("install", (event) => event.waitUntil(install()));

// A version becomes active only when all its files are stored. After an interrupted download the stored files are kept.
// They cannot be outdated, because the cache's name changes whenever a file changes.
const install = async () => {
  const cache = await caches.open(CACHE);
  let done = 0;
  for (const [file, size] of Object.entries(FILES)) {
    if (!(await cache.match(file))) await download(cache, file, done);
    done += size;
  }
};

// done: the number of bytes that have been stored before.
const download = async (cache, file, done) => {
  const answer = await fetch(new Request(file, { cache: "reload" }));
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  let length = 0;
  const counter = new TransformStream({
    transform: (chunk, to) => {
      to.enqueue(chunk);
      length += chunk.length;
      tell({ progress: (done + length) / TOTAL });
    },
  });
  // A response that comes from the cache as it is lets the browser keep its compiled code, too.
  const headers = new Headers(answer.headers);
  headers.set("Content-Security-Policy", POLICY);
  await cache.put(file, new Response(answer.body.pipeThrough(counter), { headers }));
  if (length === FILES[file]) return;
  // For example, the host has just got a newer version.
  await cache.delete(file);
  throw new Error(`${file}: ${length} bytes`);
};

const shells = async () => {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.filter((page) => page.frameType === "top-level");
};
const tell = async (message) => {
  for (const page of await shells()) page.postMessage(message);
};

self.addEventListener("message", ({ data }) => {
  if (data === "take over") self.skipWaiting();
  if (data === "claim") self.clients.claim();
});

self.addEventListener("activate", (event) => event.waitUntil(activate()));
const activate = async () => {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await self.clients.claim();
};

self.addEventListener("fetch", (event) => {
  const { request } = event,
    url = new URL(request.url);
  if (url.origin !== location.origin || url.pathname === "/sw.js") return;
  if (url.pathname in FILES && url.pathname !== "/") return event.respondWith(stored(url.pathname));
  // Whatever address is opened, the shell opens first. Its frame then asks for the page.
  if (request.mode === "navigate" && request.destination === "document")
    return event.respondWith(stored("/"));
  const isFile = url.pathname.startsWith("/static/");
  event.respondWith((isFile ? appFile : ask)(request, url));
});

// The browser may have deleted the cache.
const stored = async (key) => {
  const cache = await caches.open(CACHE);
  if (!(await cache.match(key))) await download(cache, key, 0).catch(console.error);
  return (await cache.match(key)) || fetch(key);
};

// A new version of these files comes with a new cache.
const appFile = async (request, url) => {
  const cache = await caches.open(CACHE),
    kept = await cache.match(request);
  if (kept) return kept;
  const answer = await ask(request, url);
  if (answer.ok) cache.put(request, answer.clone()).catch(() => {});
  return answer;
};

const ask = async (request, url) => {
  const body = ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer(),
    headers = [...request.headers];
  // The app runs under the host name localhost, so the referrer must have that host.
  if (request.referrer)
    headers.push(["referer", request.referrer.replace(location.origin, "http://localhost")]);
  const message = { method: request.method, url: url.pathname + url.search, headers, body },
    pages = await shells();
  if (!pages.length) return new Response("Companion is not open.", { status: 503 });
  // Several tabs may be open. Only the one that runs the app answers.
  const [port, reply] = await new Promise((resolve) => {
    for (const page of pages) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve([port1, data]);
      page.postMessage(message, [port2]);
    }
  });
  const init = { status: reply.status, headers: reply.headers };
  // Without a body, the reply is an event stream.
  if (reply.body === null) return new Response(events(port), init);
  return new Response([204, 303, 304].includes(reply.status) ? null : reply.body, init);
};

// Returns the body of an event stream: everything that the worker posts to this port.
const events = (port) =>
  new ReadableStream({
    start: (stream) => {
      port.onmessage = ({ data }) => {
        try {
          if (data === null) stream.close();
          else stream.enqueue(data);
        } catch {
          // The page has gone.
          port.postMessage("close");
        }
      };
      port.postMessage("open");
    },
    cancel: () => port.postMessage("close"),
  });
