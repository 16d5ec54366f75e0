// `npm run simbank`: the simulated bank as a separate process, built first when its sources are newer.
import { ensureSimbank } from "./lib/build.mjs";
import { followParent } from "./lib/follow-parent.mjs";
import { leave, root } from "./lib/steps.mjs";

process.chdir(root);
try {
  await ensureSimbank();
  // The original NODE_ENV decides whether a missing DATABASE_URL means a demo (server/entry/database/prepare.ts).
  process.env.BANKSIDE_NODE_ENV = process.env.NODE_ENV ?? "";
  process.env.NODE_ENV = "production";
  process.setSourceMapsEnabled(true);
  followParent("simbank");
  await import("../dist/simbank.mjs");
} catch (error) {
  leave(error);
}
