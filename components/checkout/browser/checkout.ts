// The script of the shopper's pages. It holds no rule: the server draws every state, this asks, swaps and listens.
import { startCopy } from "./copy";
import { startCountdown } from "./countdown";
import { startLanguage } from "./language";
import { lookNow, startLive } from "./live";
import { startPicker } from "./picker";
import { release, startPress } from "./press";
import { localise, talkToShop } from "./shop";

// A page that comes back from the browser's memory, after the bank or a step back, has no press under way.
window.addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  release();
  lookNow();
});
// An answer to a press is like any other page of ours: to load it again presses nothing.
history.replaceState(null, "");

localise();
startPicker();
startPress();
startCopy();
startLanguage();
talkToShop(lookNow);
startCountdown(lookNow);
startLive();
