import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../../server/test/code-rules/files";
import type { CorpusRow } from "./guard-wire";

/** Addresses with verdicts from other authors: not in the repository; found by SSRF_CORPUS or beside the project. */
const FILE = process.env["SSRF_CORPUS"] ?? path.join(projectRoot, "../shared/ssrf-urls.tsv");

/** The rows with a verdict; those marked `either` are left out. Null when there is no corpus. */
export function readCorpus(): (CorpusRow & { category: string })[] | null {
  if (!existsSync(FILE)) return null;
  return readFileSync(FILE, "utf8")
    .split("\n")
    .map((line) => line.split("\t"))
    .filter((cells) => cells.length === 4 && !cells[0]?.startsWith("# ") && /^(accept|reject)$/.test(cells[1] ?? ""))
    .map(([url = "", verdict, category = "", answers = ""]) => ({
      url,
      accepted: verdict === "accept",
      category,
      addresses: answers === "-" ? [] : answers.split(","),
    }));
}
