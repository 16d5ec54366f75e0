// `npm run simbank`: the simulated bank as a separate process, built first when its sources are newer.
import { ensureSimbank } from "./lib/build.mjs";
import { followParent } from "./lib/follow-parent.mjs";
import { leave, root, runAsProduction } from "./lib/steps.mjs";

process.chdir(root);
try {
  await ensureSimbank();
  runAsProduction();
  followParent("simbank");
  await import("../dist/simbank.mjs");
} catch (error) {
  leave(error);
}
