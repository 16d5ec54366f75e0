// `npm run test:times [-- 50]`: what the newest run of `npm test` spent its time on, the slowest files first.
import { printTimes } from "./lib/times.mjs";

printTimes({ most: Number(process.argv[2] ?? Number.POSITIVE_INFINITY) });
