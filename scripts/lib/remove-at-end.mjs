import { spawn } from "node:child_process";

/**
 * Reads until this process has ended; then, for each folder, stops PostgreSQL at once, in it or in a folder in it, and
 * deletes the folder.
 */
const REMOVE = `
  cat
  for folder; do
    for file in "$folder"/postgres/postmaster.pid "$folder"/*/postgres/postmaster.pid; do
      server=$(head -n 1 "$file") && kill -QUIT "$server"
      while kill -0 "$server"; do sleep 0.1; done
    done
    rm -rf "$folder"
  done`;

/**
 * Deletes temporary folders, and stops each PostgreSQL whose data is in one of them, when this process has ended in whatever
 * way: Ctrl-C ends Vitest without its teardown, and PostgreSQL runs in a session of its own.
 */
export function removeAtEnd(...folders) {
  const stdio = ["pipe", "ignore", "ignore"];
  const remover = spawn("sh", ["-c", REMOVE, "remove-at-end", ...folders], { detached: true, stdio });
  // Without a shell nothing is removed, as on Windows.
  for (const part of [remover, remover.stdin]) {
    part.once("error", () => undefined);
    part.unref();
  }
}
