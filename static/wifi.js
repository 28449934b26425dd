// Shows guests a QR code with which their phones join the Wi-Fi. The name and password stay on this device, because the
// fields are in no form, and the script sends nothing. Without scripts or storage, the section stays hidden.
(() => {
  "use strict";
  const STORED = "wifi",
    MARGIN = 2,
    SVG = "http://www.w3.org/2000/svg";
  const section = document.getElementById("wifi"),
    part = (id) => document.getElementById(`wifi-${id}`);
  const nameField = part("name"),
    passwordField = part("word");

  // The text that phones expect in the QR code of a Wi-Fi. The stored password is called "word".
  const escaped = (text) => text.replace(/[\\;,:"]/g, "\\$&");
  const wifiText = ({ name, word }) =>
    word
      ? `WIFI:T:WPA;S:${escaped(name)};P:${escaped(word)};;`
      : `WIFI:T:nopass;S:${escaped(name)};;`;

  const qrCode = (text) => {
    qrcode.stringToBytes = qrcode.stringToBytesFuncs["UTF-8"];
    const code = qrcode(0, "M");
    code.addData(text, "Byte");
    code.make();
    const size = code.getModuleCount(),
      svg = document.createElementNS(SVG, "svg"),
      path = document.createElementNS(SVG, "path");
    let squares = "";
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++)
        if (code.isDark(y, x)) squares += `M${x + MARGIN},${y + MARGIN}h1v1h-1z`;
    path.setAttribute("d", squares);
    svg.setAttribute("viewBox", `0 0 ${size + 2 * MARGIN} ${size + 2 * MARGIN}`);
    svg.setAttribute("shape-rendering", "crispEdges");
    svg.append(path);
    return svg;
  };

  const show = () => {
    const wifi = JSON.parse(localStorage.getItem(STORED));
    part("typed").hidden = Boolean(wifi);
    part("shown").hidden = !wifi;
    part("called").textContent = wifi ? wifi.name : "";
    part("drawn").textContent = "";
    if (wifi) part("drawn").append(qrCode(wifiText(wifi)));
    section.hidden = false;
  };

  const store = () => {
    if (!nameField.value) return nameField.focus();
    const wifi = { name: nameField.value, word: passwordField.value };
    localStorage.setItem(STORED, JSON.stringify(wifi));
    nameField.value = passwordField.value = "";
    show();
    part("forget").focus();
  };
  part("keep").addEventListener("click", store);
  for (const field of [nameField, passwordField])
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      // Otherwise the same key press would also press the button that gets the focus.
      event.preventDefault();
      store();
    });
  part("forget").addEventListener("click", () => {
    localStorage.removeItem(STORED);
    show();
    part("open").focus();
  });
  show();
})();
