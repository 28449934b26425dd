// Says that a file is too large before it is sent: on a phone, even reading it could take all memory.
document.addEventListener("change", ({ target }) => {
  const { most, tooLarge } = target.dataset;
  if (!most) return;
  const [file] = target.files;
  target.setCustomValidity(file && file.size > most ? tooLarge : "");
  target.reportValidity();
});
