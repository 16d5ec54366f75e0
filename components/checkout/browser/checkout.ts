// The script of the checkout's pages. The server renders every state; the script fetches, swaps and listens.
import { startCopy } from "./copy";
import { startCountdown } from "./countdown";
import { root } from "./dom";
import { startLanguage } from "./language";
import { refreshNow, startLive } from "./live";
import { startPicker } from "./picker";
import { release, startPress } from "./press";
import { connectToShop, localise } from "./shop";

/** Registers the service worker that shows the offline page. Never in a frame, which is part of the shop's page. */
function startOffline(): void {
  const { offline } = root().dataset;
  if (offline === undefined || !("serviceWorker" in navigator)) return;
  const scope = location.pathname.startsWith("/pay/") ? "/pay/" : "/checkout";
  // Without it the browser shows its own page.
  window.addEventListener("load", () => navigator.serviceWorker.register(offline, { scope }).catch(() => undefined));
}

// A page restored from the back/forward cache has no form in flight.
window.addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  release();
  refreshNow();
});
// Reloading the answer to a form does not send the form again.
history.replaceState(null, "");

localise();
startPicker();
startPress();
startCopy();
startLanguage();
connectToShop(refreshNow);
startCountdown(refreshNow);
startLive();
startOffline();
