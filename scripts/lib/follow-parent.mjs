const PARENT_CHECK_MS = 500;

/**
 * Stops this process when the npm that runs `script` ends. npm forwards a signal to its shell, and the shell exits
 * without forwarding it: if only npm is stopped (by a container, a supervisor), this process would keep running.
 */
export function followParent(script) {
  if (process.env.npm_lifecycle_event !== script) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.emit("SIGTERM");
  }, PARENT_CHECK_MS);
  timer.unref();
}
