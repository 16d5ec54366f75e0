// `npm start`: installs, generates and builds what is missing, then runs the product in this process. The first lines
// must run on any Node, to print an error when it is too old.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Bankside needs Node 20.19 or newer; this is Node ${process.versions.node}. Get a current one at https://nodejs.org.`,
  );
  process.exit(1);
}

import("./lib/steps.mjs").then(async ({ leave, root, runAsProduction }) => {
  try {
    process.chdir(root);
    const { ensureBuilt } = await import("./lib/build.mjs");
    const { followParent } = await import("./lib/follow-parent.mjs");
    // Not into the log of a service, which is JSON lines.
    if (process.stdout.isTTY || process.env.NODE_ENV !== "production") console.log("Bankside");
    // Read by next.config.mjs.
    process.env.BANKSIDE_PAGES = await ensureBuilt();
    runAsProduction();
    followParent("start");
    await import("../dist/main.mjs");
  } catch (error) {
    leave(error);
  }
});
