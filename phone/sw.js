// Keeps the files of Companion, and has its pages made by the worker of the page that is open.
const CACHE = "companion-@VERSION@";
// The size of each file in bytes, without compression.
const FILES = {/* @FILES@ */};
const TOTAL = Object.values(FILES).reduce((sum, size) => sum + size, 0);
// Only the shell and its worker may compile WebAssembly. The app's pages bring their own policy.
const POLICY = "@POLICY@";

self.addEventListener("install", (event) => event.waitUntil(install()));

// All or none: a version starts only when it is here as a whole. What an interrupted download brought is kept for the
// next attempt, since the name of the cache changes with any file.
const install = async () => {
  const cache = await caches.open(CACHE);
  let done = 0;
  for (const [file, size] of Object.entries(FILES)) {
    if (!(await cache.match(file))) {
      const answer = await fetch(new Request(file, { cache: "reload" }));
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
      const counter = new TransformStream({
        transform: (chunk, to) => {
          to.enqueue(chunk);
          done += chunk.length;
          tell({ progress: done / TOTAL });
        },
      });
      const { headers } = answer;
      await cache.put(file, new Response(answer.body.pipeThrough(counter), { headers }));
    } else done += size;
  }
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
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event,
    url = new URL(request.url);
  if (url.origin !== location.origin || url.pathname === "/sw.js") return;
  if (url.pathname in FILES && url.pathname !== "/") return event.respondWith(stored(url.pathname));
  // Whatever address is opened, the shell opens first. Its frame then asks for the page.
  if (request.mode === "navigate" && request.destination === "document")
    return event.respondWith(stored("/"));
  event.respondWith(made(request, url));
});

const stored = async (path) => {
  const kept = (await (await caches.open(CACHE)).match(path)) || (await fetch(path)),
    headers = new Headers(kept.headers);
  headers.set("Content-Security-Policy", POLICY);
  return new Response(kept.body, { status: kept.status, headers });
};

const made = async (request, url) => {
  // A file with its hash in the address never changes.
  const isFile = url.pathname.startsWith("/static/") && url.searchParams.has("v");
  if (isFile) {
    const kept = await (await caches.open(CACHE)).match(request);
    if (kept) return kept;
  }
  const answer = await ask(request, url);
  if (isFile && answer.ok) (await caches.open(CACHE)).put(request, answer.clone()).catch(() => {});
  return answer;
};

const ask = async (request, url) => {
  const body = ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer(),
    headers = [...request.headers];
  // The app knows itself as localhost.
  if (request.referrer)
    headers.push(["referer", request.referrer.replace(location.origin, "http://localhost")]);
  const asked = { method: request.method, url: url.pathname + url.search, headers, body },
    pages = await shells();
  if (!pages.length) return new Response("Companion is not open.", { status: 503 });
  // Several tabs may be open. Only the one that runs the app answers.
  const [port, said] = await new Promise((resolve) => {
    for (const page of pages) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve([port1, data]);
      page.postMessage(asked, [port2]);
    }
  });
  const init = { status: said.status, headers: said.headers };
  if (said.body === null) return new Response(events(port), init);
  return new Response([204, 303, 304].includes(said.status) ? null : said.body, init);
};

// An event stream: what the worker says from now on.
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
