import { closeSync, linkSync, mkdirSync, openSync, rmSync, statSync, utimesSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root, StepError } from "./steps.mjs";

const BEAT_MS = 2_000;
const STALE_MS = 15_000;
const RETRY_MS = 250;
const READ_ONLY = ["EROFS", "EACCES", "EPERM"];

/**
 * Runs `work` while no other process of this project installs, generates or builds. The holder touches its lock file; a
 * killed holder stops touching it, so another process takes the lock. Process ids are not used: after a restart they
 * belong to other processes.
 */
export async function underLock(name, work) {
  const folder = path.join(root, "dist");
  const file = path.join(folder, `.${name}.lock`);
  const mine = `${file}.${process.pid}.${Date.now()}`;
  try {
    mkdirSync(folder, { recursive: true });
    closeSync(openSync(mine, "w"));
  } catch (error) {
    // A service may not write to its folder, and the fingerprint of a build contains the version of Node.
    const sentence = "The build is missing or was made by another version of Node.";
    const advice = "Run `npm run build` as the owner of the folder.";
    throw READ_ONLY.includes(error.code) ? new StepError(`${sentence} ${advice}`, error.message) : error;
  }
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
