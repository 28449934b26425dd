// Makes of the drawn result a picture that a phone can keep: what stands in the page as SVG cannot be held and saved.
(() => {
  "use strict";
  const picture = document.getElementById("picture");
  if (!picture) return;
  const draw = () => {
    const canvas = document.createElement("canvas");
    canvas.width = picture.naturalWidth;
    canvas.height = picture.naturalHeight;
    try {
      canvas.getContext("2d").drawImage(picture, 0, 0);
      picture.src = canvas.toDataURL("image/png");
    } catch {
      // An old browser lets no drawn picture be read; it stays as it is.
    }
  };
  if (picture.complete && picture.naturalWidth) draw();
  else picture.addEventListener("load", draw, { once: true });
})();
