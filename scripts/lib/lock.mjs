import { closeSync, linkSync, mkdirSync, openSync, rmSync, statSync, utimesSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "./steps.mjs";

const BEAT_MS = 2_000;
const STALE_MS = 15_000;
const RETRY_MS = 250;

/**
 * Runs `work` while no other process of this project installs, generates or builds. The holder touches its lock file; a
 * killed holder stops touching it, so another process takes the lock. Process ids are not used: after a restart they
 * belong to other processes.
 */
export async function underLock(name, work) {
  const folder = path.join(root, "dist");
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `.${name}.lock`);
  const mine = `${file}.${process.pid}.${Date.now()}`;
  closeSync(openSync(mine, "w"));
  let beat;
  try {
    await take(mine, file);
    // Both names are hard links to one file: touching ours touches the lock.
    beat = setInterval(() => utimesSync(mine, new Date(), new Date()), BEAT_MS);
    return await work();
  } finally {
    clearInterval(beat);
    if (beat) rmSync(file, { force: true });
    rmSync(mine, { force: true });
  }
}

async function take(mine, file) {
  for (let isReported = false; ; await sleep(RETRY_MS)) {
    try {
      linkSync(mine, file);
      return;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const touched = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (touched !== undefined && Date.now() - touched > STALE_MS) rmSync(file, { force: true });
    else if (!isReported) process.stdout.write("(waiting for another build) ");
    utimesSync(mine, new Date(), new Date());
    isReported = true;
  }
}
