// The script of the checkout's pages. The server renders every state; the script fetches, swaps and listens.
import { startCopy } from "./copy";
import { startCountdown } from "./countdown";
import { startLanguage } from "./language";
import { refreshNow, startLive } from "./live";
import { startPicker } from "./picker";
import { release, startPress } from "./press";
import { connectToShop, localise } from "./shop";

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
