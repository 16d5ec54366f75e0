// `npm run build`: installs and builds all that `npm start`, `npm run bankside` and `npm run simbank` need, and starts
// nothing. Their folder can be read-only afterwards.
import { ensureBuilt, ensureSimbank } from "./lib/build.mjs";
import { leave, root } from "./lib/steps.mjs";

process.chdir(root);
try {
  // Builds the operator's tool as well.
  await ensureBuilt();
  await ensureSimbank();
} catch (error) {
  leave(error);
}
