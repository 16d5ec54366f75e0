// `npm run test:times [-- 50]`: the times of the newest run of `npm test`, the slowest files first.
import { printTimes } from "./lib/times.mjs";

printTimes({ most: Number(process.argv[2] ?? Number.POSITIVE_INFINITY) });
