// Runs compile.py in the Pyodide that will run the app, since compiled code belongs to one version of Python.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, tree, out, unused] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const py = await loadPyodide({ indexURL: `${pyodide}/` });
for (const [at, folder] of Object.entries({ "/in": tree, "/out": out })) {
    py.FS.mkdir(at);
    py.mountNodeFS(at, folder);
}
py.globals.set("GIVEN", py.toPy(JSON.parse(unused)));
py.runPython(fs.readFileSync(new URL("compile.py", import.meta.url), "utf-8"));
