// Keeps the files of the app's data folder in IndexedDB. The database is kept in blocks, and only the blocks that were
// written since the last time are stored again. Each change is one transaction: it is stored as a whole or not at all.
const STORE = "companion",
  DATABASE = "companion.sqlite",
  SMALL = ["secret_key", "cookies.json"],
  BLOCK = 16384;

const promiseOf = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
const opened = () => {
  const request = indexedDB.open(STORE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore("files");
  return promiseOf(request);
};

export const erase = () => promiseOf(indexedDB.deleteDatabase(STORE));

// Returns the stored database, or undefined before the first start.
export const stored = async (db) => {
  const files = (db || (await opened())).transaction("files").objectStore("files"),
    range = IDBKeyRange.bound([DATABASE], [DATABASE, Infinity]),
    [size, keys, blocks] = await Promise.all(
      [files.get("size"), files.getAllKeys(range), files.getAll(range)].map(promiseOf),
    );
  if (size === undefined) return undefined;
  // SQLite never writes some of the pages that it has freed, so blocks may be missing.
  const database = new Uint8Array(Math.ceil(size / BLOCK) * BLOCK);
  blocks.forEach((block, number) => database.set(block, keys[number][1] * BLOCK));
  return database.subarray(0, size);
};

export class Storage {
  // FS: the file system of Python. folder: the data folder in it.
  static async opened(FS, folder) {
    const storage = new Storage(await opened(), FS, folder);
    await storage.load();
    return storage;
  }

  constructor(db, FS, folder) {
    Object.assign(this, { db, FS, folder, node: null, written: new Set(), small: {} });
  }

  path = (name) => `${this.folder}/${name}`;

  // Write the stored files into Python's file system, once, before the app starts.
  async load() {
    this.FS.mkdirTree(this.folder);
    const database = await stored(this.db),
      files = this.db.transaction("files").objectStore("files");
    for (const name of SMALL) {
      const content = await promiseOf(files.get(name));
      if (content) this.FS.writeFile(this.path(name), (this.small[name] = content));
    }
    this.isNew = !database;
    if (this.isNew) return;
    this.FS.writeFile(this.path(DATABASE), database);
    this.watch();
  }

  // Note which blocks of the database are written from now on.
  watch() {
    const node = this.FS.lookupPath(this.path(DATABASE)).node,
      { write } = node.stream_ops;
    this.node = node;
    node.stream_ops = {
      ...node.stream_ops,
      write: (stream, buffer, offset, length, position, canOwn) => {
        for (let block = Math.floor(position / BLOCK); block * BLOCK < position + length; block++)
          this.written.add(block);
        return write(stream, buffer, offset, length, position, canOwn);
      },
    };
  }

  // A new database is stored as a whole.
  begin(database) {
    this.FS.writeFile(this.path(DATABASE), database);
    this.watch();
    for (let block = 0; block * BLOCK < database.length; block++) this.written.add(block);
  }

  changedSmallFiles() {
    return SMALL.filter((name) => {
      const path = this.path(name);
      if (!this.FS.analyzePath(path).exists) return false;
      return String(this.FS.readFile(path)) !== String(this.small[name]);
    });
  }

  putBlocks(files, written) {
    const size = this.node.usedBytes;
    for (const at of written)
      if (at * BLOCK < size)
        files.put(this.node.contents.slice(at * BLOCK, (at + 1) * BLOCK), [DATABASE, at]);
    files.delete(IDBKeyRange.bound([DATABASE, Math.ceil(size / BLOCK)], [DATABASE, Infinity]));
    files.put(size, "size");
  }

  // Store what has changed. What could not be stored is tried again the next time.
  async keep() {
    const small = this.changedSmallFiles(),
      written = [...this.written];
    if (!small.length && !written.length) return;
    const change = this.db.transaction("files", "readwrite", { durability: "strict" }),
      files = change.objectStore("files"),
      read = Object.fromEntries(small.map((name) => [name, this.FS.readFile(this.path(name))]));
    try {
      for (const name of small) files.put(read[name], name);
      if (written.length) this.putBlocks(files, written);
    } catch (error) {
      // For example, the memory is full. Without this, the browser would store one part of the change.
      change.abort();
      throw error;
    }
    await new Promise((resolve, reject) => {
      change.oncomplete = resolve;
      change.onabort = () => reject(change.error);
    });
    Object.assign(this.small, read);
    // Requests are answered one at a time, so nothing was written meanwhile.
    this.written.clear();
  }
}
