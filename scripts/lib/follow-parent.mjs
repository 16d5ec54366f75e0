const PARENT_CHECK_MS = 500;

/**
 * Stops with the npm that runs `script`. npm passes a signal on to the shell that it started us with, and the shell ends
 * without a word to us: who stops npm alone (a container, a supervisor) would leave us running.
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
