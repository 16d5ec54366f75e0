// Run by api-process.ts in a separate process. Exits when the parent disconnects or ends.

import { setClockOffset } from "../../lib/clock";
import { closeDb } from "../../lib/db";
import type { Order, Report } from "./api-process";
import { productPort } from "./product";

const report = (said: Report) => process.send?.(said);

process.on("message", ({ clockMs }: Order) => {
  setClockOffset(clockMs);
  report({ moved: true });
});
process.on("disconnect", () => void closeDb().finally(() => process.exit()));
report({ port: await productPort() });
