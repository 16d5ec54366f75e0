/**
 * What the shop's pages run: puts the checkout into its place, and looks at the order until it is decided. Plain
 * JavaScript, served as /shop.js. `Bankside` comes from the payment service's loader, /embed.js.
 */
export const SHOP_JS = `"use strict";
const LOOK_EVERY_MS = 2000;

const slot = document.getElementById("checkout");
if (slot && window.Bankside) {
  Bankside.mount(slot, {
    paymentToken: slot.dataset.paymentToken,
    locale: "en-GB",
    // Each order has a page of its own, so the bank may take this window: it leads back here.
    bankWindow: "top",
    // The checkout says "paid" to the page; the order is paid only once our own server has heard it.
    onComplete: () => location.replace(location.pathname + "?returned"),
  });
} else if (slot) {
  slot.className = "sh-note";
  slot.textContent = "Pay by bank can’t be reached. Reload this page in a moment.";
}

const watched = document.querySelector("[data-state-url]");
async function look() {
  if (document.visibilityState === "visible") {
    const answer = await fetch(watched.dataset.stateUrl + location.search, { cache: "no-store" }).catch(() => null);
    if (answer && answer.ok && (await answer.json()).state !== "open") return location.replace(location.pathname);
  }
  setTimeout(look, LOOK_EVERY_MS);
}
if (watched) setTimeout(look, LOOK_EVERY_MS);
`;
