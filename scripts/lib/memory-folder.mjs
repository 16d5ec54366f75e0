import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, statfsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { removeAtEnd } from "./remove-at-end.mjs";

/** Linux's file system in memory. */
const MEMORY = "/dev/shm";
/** A whole run keeps 0.5 GiB there, and its processes need 6 GiB beside it. */
const FREE_THERE = 2 * 2 ** 30;
const FREE_MEMORY = 8 * 2 ** 30;
/** PostgreSQL may run as another user, who has to reach its folder. */
const OTHERS_MAY_ENTER = 0o711;

/** There is no such file system, as on macOS, or this user must not write to it. */
const ABSENT = ["ENOENT", "EACCES", "EPERM", "EROFS"];

/**
 * From now on this process and those it starts write temporary files to memory, if the machine has enough of it. Each test
 * file's database is some 800 files, and on ext4 creating and deleting them is a sixth of the processor time of tests with a
 * database. A `TMPDIR` that is set stays.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR) return;
  try {
    if (!hasRoom()) return;
    const folder = mkdtempSync(path.join(MEMORY, "bankside-run-"));
    removeAtEnd(folder);
    chmodSync(folder, OTHERS_MAY_ENTER);
    if (canExecute(folder)) process.env.TMPDIR = folder;
  } catch (error) {
    if (!ABSENT.includes(error.code)) throw error;
  }
}

function hasRoom() {
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= FREE_THERE && process.availableMemory() >= FREE_MEMORY;
}

/** Containers often mount it with `noexec`, while tests start programs from temporary folders. */
function canExecute(folder) {
  const file = path.join(folder, "can-execute");
  writeFileSync(file, "#!/bin/sh\n", { mode: 0o700 });
  return spawnSync(file).status === 0;
}
