// A step of `npm test`: checks that the tests saw every answer that the API declares. Its argument is the file in which
// the run of all tests collected the answers.
import { existsSync, readFileSync } from "node:fs";
import { ENDPOINTS } from "../server/http/registry";
import type { Endpoint } from "../server/lib/endpoint";
import { unseenAnswers } from "../server/test/documents/answers";

const [file = ""] = process.argv.slice(2);
const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
const unseen = unseenAnswers(ENDPOINTS as readonly unknown[] as readonly Endpoint[], new Set(lines));
for (const sentence of unseen) console.log(`No test has seen this: ${sentence}.`);
console.log(`${lines.length} different answers were seen.`);
process.exitCode = unseen.length > 0 ? 1 : 0;
