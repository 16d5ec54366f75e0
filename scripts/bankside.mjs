// `npm run -s bankside -- <command>`: the operator's tool, built first when its sources are newer.
import { ensureCli } from "./lib/build.mjs";
import { leave, root, runAsProduction } from "./lib/steps.mjs";

// Standard output belongs to the command (--json), so progress goes to standard error.
const { write } = process.stdout;
process.stdout.write = process.stderr.write.bind(process.stderr);
process.chdir(root);
try {
  await ensureCli();
  process.stdout.write = write;
  runAsProduction();
  await import("../dist/cli.mjs");
} catch (error) {
  leave(error);
}
