/** A code block of a guide that is a file, and its output: the next block of plain text; null if there is none. */
export type Example = { file: string; code: string; output: string | null };

const BLOCK = /^```(?<kind>\w+)(?: file=(?<file>[\w./-]+))?\n(?<code>[\s\S]*?)^```$/gm;

/** The examples of a guide. A block of plain text belongs to all files since the last heading. */
export function examplesOf(markdown: string): Example[] {
  return markdown.split(/^## /m).flatMap((section) => {
    const blocks = [...section.matchAll(BLOCK)].map(({ groups }) => groups ?? {});
    const output = blocks.find(({ kind }) => kind === "text")?.["code"] ?? null;
    return blocks.flatMap(({ file, code = "" }) => (file ? [{ file, code, output }] : []));
  });
}

/** Whether a text is as expected, where `…` matches any text within a line. */
export function matches(text: string, expected: string): boolean {
  const pattern = expected
    .trimEnd()
    .split("…")
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join(".+");
  return new RegExp(`^${pattern}$`).test(text.trimEnd());
}
