import { describe, expect, it } from "vitest";
import { retiredWordsIn, retiredWordsOf, scannedFiles } from "./vocabulary-scan";

/** The scan reads the whole tree: about 14 s on two quiet cores. */
const SCAN_MS = 120_000;

describe("retired words", () => {
  it("are in no file name, exported name, column, test title or text that people read", {
    timeout: SCAN_MS,
  }, async () => {
    const files = scannedFiles();
    expect(files.length).toBeGreaterThan(1000);
    const found: string[] = [];
    for (const file of files) {
      for (const word of await retiredWordsIn(file)) found.push(`${file}: ${word}`);
    }
    expect(found, "use the word after the arrow").toEqual([]);
  });

  it.each([
    ["a file name", "server/webhooks/told-store.ts", "", "told"],
    ["an exported function", "server/a.ts", "export function readTold() {}", "told"],
    ["an exported constant", "server/a.ts", "export const STAGE_WORDS = 1;", "stage-words"],
    ["an exported type", "server/a.ts", "export type Wish = 1;", "wish"],
    ["a name that is exported later", "server/a.ts", "const a = 1;\nexport { a as makeRoom };", "make-room"],
    ["a column", "prisma/schema/a.prisma", 'model Shop {\n  at Int @map("held_at")\n}', "held"],
    ["a test title", "server/a.test.ts", 'it("tells nobody", () => {});', "nobody"],
    ["a title of many cases", "server/a.test.ts", "it.each([1])(`goes on`, () => {});", "goes on"],
    ["a text of a page", "components/console/a.tsx", "export const a = <p>Nobody was asked</p>;", "nobody"],
    ["a string of a page", "components/console/a.ts", 'export const a = "The shopper pays";', "shopper"],
    ["a text with a straight apostrophe", "components/console/a.ts", 'export const a = "It can\'t be sold";', "can't"],
    ["a message", "components/checkout/messages/en.json", '{ "a": "The shop has been told." }', "told"],
    ["a guide", "docs/a.md", "The shop is told.", "told"],
  ])("control: are found in %s", async (_, file, text, word) => {
    expect((await retiredWordsOf(file, text)).map((found) => found.split(" → ")[0])).toContain(word);
  });

  it("control: are not found in other words, in code of a guide, or where they are right", async () => {
    const cases = [
      ["server/a.ts", 'export const replaceOrder = "threshold"; export const passwords = 1;'],
      ["server/a.test.ts", 'const told = "nobody";'],
      ["docs/a.md", "The `told` column and [a link](#nobody)."],
      ["client/src/a.ts", 'export const a = "The credential is wrong";'],
    ] as const;
    for (const [file, text] of cases) expect(await retiredWordsOf(file, text)).toEqual([]);
  });
});
