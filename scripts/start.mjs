// `npm start`: installs, generates and builds what is missing, then runs the product in this very process.
// The first lines have to run on any Node, to say in a sentence that it is too old.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Bankside needs Node 20.19 or newer; this is Node ${process.versions.node}. Get a current one at https://nodejs.org.`,
  );
  process.exit(1);
}
const PARENT_CHECK_MS = 500;

// npm passes a signal on to the shell that it started us with, and the shell ends without a word to us: who stops npm
// alone (a container, a supervisor) would leave the product running.
function followParent() {
  if (process.env.npm_lifecycle_event !== "start") return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.emit("SIGTERM");
  }, PARENT_CHECK_MS);
  timer.unref();
}

import("./lib/steps.mjs").then(async ({ leave, root }) => {
  try {
    process.chdir(root);
    const { ensureBuilt } = await import("./lib/build.mjs");
    console.log("Bankside");
    // Read by next.config.mjs.
    process.env.BANKSIDE_PAGES = await ensureBuilt();
    // For Next and React; nothing of ours asks for it.
    process.env.NODE_ENV = "production";
    process.setSourceMapsEnabled(true);
    followParent();
    await import("../dist/main.mjs");
  } catch (error) {
    leave(error);
  }
});
