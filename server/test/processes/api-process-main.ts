// Run by api-process.ts in a separate process. Exits when the parent disconnects or ends.

import { answerOrders } from "../../../verification/drills/child";
import { setClockOffset } from "../../lib/clock";
import { closeDb } from "../../lib/db";
import type { Order } from "./api-process";
import { productPort } from "./product";

const port = productPort();
answerOrders<Order, number>(async ({ clockMs }) => {
  setClockOffset(clockMs);
  return port;
}, closeDb);
