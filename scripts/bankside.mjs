// `npm run -s bankside -- <command>`: the operator's tool, built first when its sources are newer.
import { ensureCli } from "./lib/build.mjs";
import { leave, root } from "./lib/steps.mjs";

// Standard output belongs to the command (--json): progress goes where errors go.
const { write } = process.stdout;
process.stdout.write = process.stderr.write.bind(process.stderr);
process.chdir(root);
try {
  await ensureCli();
  process.stdout.write = write;
  // What it was decides whether a lost DATABASE_URL is a demo (server/entry/prepare.ts).
  process.env.BANKSIDE_NODE_ENV = process.env.NODE_ENV ?? "";
  process.env.NODE_ENV = "production";
  process.setSourceMapsEnabled(true);
  await import("../dist/cli.mjs");
} catch (error) {
  leave(error);
}
