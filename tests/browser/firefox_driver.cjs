// Loaded into Playwright's driver by NODE_OPTIONS. Firefox ESR does not know the command by which the driver sets the
// colour scheme of a page; here that is no failure.
const Module = require("module");
const compile = Module.prototype._compile;
const SENDS = /await ([\w.]+\.send\("emulation\.setMediaFeaturesOverride", \{[^}]*\}[^}]*\}\))/g;
Module.prototype._compile = function (text, name) {
  const patched = name.endsWith("coreBundle.js")
    ? text.replace(SENDS, "await $1.catch(() => {})")
    : text;
  return compile.call(this, patched, name);
};
