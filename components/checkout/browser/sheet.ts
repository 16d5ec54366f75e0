// The script of pages for paper: a payment link's print sheet and the receipt.
import { localise } from "./shop";

localise();
const button = document.querySelector<HTMLButtonElement>("[data-print]");
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
