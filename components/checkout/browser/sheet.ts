// The print button of a print sheet; hidden without a script.
const button = document.querySelector<HTMLButtonElement>("[data-print]");
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
