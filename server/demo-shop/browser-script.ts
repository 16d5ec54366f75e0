/**
 * The script of the shop's pages: mounts the checkout and polls the order until it is decided. Plain JavaScript, served
 * as /shop.js. `Bankside` is defined by the payment service's loader, /embed.js.
 */
export const SHOP_JS = `"use strict";
const LOOK_EVERY_MS = 2000;

// Another way to pay, shown where the checkout cannot be.
const otherwise = document.getElementById("otherwise");
const slot = document.getElementById("checkout");
if (slot && window.Bankside) {
  Bankside.mount(slot, {
    paymentToken: slot.dataset.paymentToken,
    locale: "en-GB",
    // Each order has a page of its own, so the bank may take this window: it leads back here.
    bankWindow: "top",
    // The checkout says "paid" to the page; the order is paid only once our own server has received the webhook.
    onComplete: () => location.replace(location.pathname + "?returned"),
    // The shopper reads a sentence in the checkout's place, and the console says what is wrong.
    onError: () => (otherwise.hidden = false),
    onReady: () => (otherwise.hidden = true),
  }).completed.then(({ status }) => {
    // However it ended: the order's page says so, as soon as our server knows.
    if (status !== "closed") look();
  });
} else if (slot) {
  slot.hidden = true;
  otherwise.hidden = false;
}

const watched = document.querySelector("[data-state-url]");
let timer;
async function look() {
  clearTimeout(timer);
  if (document.visibilityState === "visible") {
    const answer = await fetch(watched.dataset.stateUrl + location.search, { cache: "no-store" }).catch(() => null);
    if (answer && answer.ok && (await answer.json()).state !== "open") return location.replace(location.pathname);
  }
  clearTimeout(timer);
  timer = setTimeout(look, LOOK_EVERY_MS);
}
if (watched) timer = setTimeout(look, LOOK_EVERY_MS);
`;
