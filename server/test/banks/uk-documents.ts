import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type SpecifiedBank, startSpecifiedBank, violationsOf as violationsAt } from "./specified-bank";

// The official documents are not in the repository: `../shared/bank-specs`, or BANK_SPECS_DIR.
const FOLDER = process.env["BANK_SPECS_DIR"] ?? path.join(import.meta.dirname, "../../../../shared/bank-specs");
const FILES = { pisp: "obuk-3.1.11-payment-initiation.json", aisp: "obuk-3.1.11-account-info.json" };
/** The paths that are used. Without the other ones, Prism starts in half the time. */
const USED = /^\/(domestic-payment(s|-consents)|account-access-consents|accounts)(\/\{[A-Za-z]+\})?(\/[a-z-]+)?$/;

export type UkApi = keyof typeof FILES;
type Document = { servers?: unknown; paths: Record<string, unknown> };

/** Whether the documents exist; prints a message when they do not. */
export function hasUkDocuments(): boolean {
  const present = Object.values(FILES).every((file) => existsSync(path.join(FOLDER, file)));
  if (!present) console.warn(`Left out: the official UK Open Banking specifications are not in ${FOLDER}.`);
  return present;
}

/** The document of one of the two APIs, reduced to the used paths, under `prefix`. */
export function ukDocument(api: UkApi, prefix = ""): unknown {
  const {
    servers: _servers,
    paths,
    ...rest
  } = JSON.parse(readFileSync(path.join(FOLDER, FILES[api]), "utf8")) as Document;
  const used = Object.entries(paths).filter(([name]) => USED.test(name));
  return { ...rest, paths: Object.fromEntries(used.map(([name, item]) => [prefix + name, item])) };
}

export type Judges = Record<UkApi, SpecifiedBank>;

/** A Prism for each of the two documents; without a bank behind them (`upstream` null) they answer by the examples. */
export async function startJudges(upstream: number | null): Promise<Judges> {
  const start = (api: UkApi) => {
    const pathOf = (target: string) => new RegExp(`^.*?/${api}(/.*)$`).exec(target)?.[1] ?? null;
    return startSpecifiedBank({ document: ukDocument(api), upstream, pathOf });
  };
  const [pisp, aisp] = await Promise.all((["pisp", "aisp"] as const).map(start));
  if (!pisp || !aisp) throw new Error("There are two documents.");
  return { pisp, aisp };
}

export const eachJudge = (judges: Judges | undefined, work: (judge: SpecifiedBank) => unknown) =>
  Promise.all(Object.values(judges ?? {}).map(work));

/** The violations found by Prism so far, each with its call. */
export const violationsOf = (judges: Judges, location?: "request" | "response") =>
  Object.values(judges).flatMap((judge) => violationsAt(judge, location));

/** The calls as operations of the documents, each once. */
export function callsOf(judges: Judges): string[] {
  const calls = Object.values(judges).flatMap(({ judged }) =>
    judged.map(({ method, path, status }) => {
      const [, noun, id, ...rest] = path.replace(/\?.*/, "").split("/");
      return [method, [noun, ...(id === undefined ? [] : ["{id}"]), ...rest].join("/"), status].join(" ");
    }),
  );
  return [...new Set(calls)].sort();
}
