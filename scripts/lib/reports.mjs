import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./steps.mjs";

/** Characters of a page's text: enough to identify the page and its message. */
const MAX_SEEN = 600;

/**
 * The result of a runner: `{ passed, failed, skipped, failures, sizes }`. A failed run without a failed test, or
 * without any test unless it `mayBeEmpty`, counts as one failure. `failures` are a few lines each.
 */
export function readUnitReport(file, code, mayBeEmpty = false) {
  const { files = [], errors = [] } = readJson(file) ?? {};
  const tests = files.flatMap((one) => one.tests.map((test) => ({ ...test, file: one.file })));
  const ofState = (state) => tests.filter((test) => test.state === state);
  const ofFiles = files.flatMap(({ file: name, errors: own }) =>
    own.map((message) => failure(name, "the file itself", message)),
  );
  const failures = [
    ...ofState("failed").map((test) => failure(test.file, test.name, test.message)),
    ...ofFiles,
    ...errors.map((message) => failure(".", "outside of any test", message)),
  ];
  return counted({ passed: ofState("passed").length, skipped: ofState("skipped").length, failures }, code, mayBeEmpty);
}

/** The same for the journeys. A journey that passed only at a retry counts as failed. */
export function readJourneyReport(file, code) {
  const journeys = (readJson(file)?.suites ?? []).flatMap(journeysOf);
  const ofState = (state) => journeys.filter((journey) => journey.state === state);
  const failures = ofState("failed").map(({ lines }) => lines);
  return counted({ passed: ofState("passed").length, skipped: ofState("skipped").length, failures }, code);
}

function counted({ passed, skipped, failures }, code, mayBeEmpty = false) {
  const isBad = code !== 0 || (passed === 0 && !mayBeEmpty);
  const unexplained = failures.length === 0 && isBad ? 1 : 0;
  return { passed, skipped, failed: failures.length + unexplained, failures };
}

/** The journeys of a suite and its nested suites: `{ file, title, project, state, ms, annotations, lines }`. */
export function journeysOf({ file, specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results: tries, projectName, annotations }) => {
      const wrong = tries.find(({ error }) => error);
      const state = status === "expected" ? "passed" : status === "skipped" ? "skipped" : "failed";
      const lines = wrong ? failure(file, title, wrong.error.message) + seen(wrong.attachments) : `${file}: ${title}`;
      const ms = tries.reduce((sum, { duration }) => sum + duration, 0);
      return { file, title, project: projectName, state, ms, annotations, lines };
    }),
  );
  return [...own, ...suites.flatMap(journeysOf)];
}

/** The text of the page when a journey failed, from the accessibility tree, in one line. */
function seen(attachments) {
  const { path: file } = attachments.find(({ name }) => name === "error-context") ?? {};
  if (!file || !existsSync(file)) return "";
  const [, page = ""] = readFileSync(file, "utf8").split("# Page snapshot");
  const shown = page.slice(Math.max(0, page.search(/- main\b/)));
  const words = [...shown.matchAll(/- (?!\/url)[a-z]+ (?:"([^"]+)"|[^:\n]*: (.+))|- text: (.+)/g)];
  const line = words.map(([, name, text, plain]) => name ?? text ?? plain).join(" | ");
  return line ? `\n      Page: ${line.slice(0, MAX_SEEN)}` : "";
}

/** A failure in a few lines: file, title, and the start of its message with the expected and the received value. */
function failure(file, title, message = "") {
  const [first = "", ...rest] = stripVTControlCharacters(message).split("\n");
  const values = rest.filter((line) => /^\s*(Expected|Received|Locator|Timeout)/.test(line)).slice(0, 4);
  const where = path.relative(root, path.resolve(root, file)) || "tests";
  return `${where}: ${title}\n      ${[first, ...values.map((line) => line.trim())].join("\n      ")}`;
}

/** The reports of the newest run of `npm test`, a folder below the project. */
export const LAST_RUN = "test-results/last";

export function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
