import { describe, expect, it } from "vitest";
import { type CsvCell, type CsvSource, csvResponse } from "./csv";
import { listResponse } from "./list-stream";

const MARK = "\uFEFF";

/** The file's text with its byte order mark, which `Response.text()` would remove. */
async function bytesAsText(response: Response): Promise<string> {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
}

function source(cells: readonly CsvCell[]): CsvSource<CsvCell, number> {
  return {
    name: "list",
    columns: [{ header: "Value", cell: (row) => row }],
    read: async () => ({ rows: cells, next: null }),
  };
}

/** The lines of a file with one column, without byte order mark and header. */
async function written(...cells: CsvCell[]): Promise<string> {
  const text = await bytesAsText(await csvResponse(source(cells)));
  const head = `${MARK}Value\r\n`;
  expect(text.slice(0, head.length)).toBe(head);
  return text.slice(head.length);
}

describe("a list as CSV", () => {
  it("has a byte order mark and a header row even without rows", async () => {
    expect(await written()).toBe("");
  });

  it("quotes by RFC 4180 and ends its lines with CR and LF", async () => {
    expect(await written('say "hi"', "a,b", "two\nlines", null, true, 12n, new Date(0))).toBe(
      '"say ""hi"""\r\n"a,b"\r\n"two\nlines"\r\n\r\nyes\r\n12\r\n1970-01-01T00:00:00.000Z\r\n',
    );
  });

  it.each([
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    " =1",
    "＝1+1",
    "＋1",
    "－1+1",
    "＠x",
    "\u00a0=1",
    "\u001c=1",
    "\u0085=1",
    "\u200b=1",
    "\u202e=1",
  ])("turns the formula %j into text", async (formula) => {
    const line = await written(formula);
    const cell = line.replace(/^"|"?\r\n$/g, "");
    expect(cell.startsWith("'")).toBe(true);
  });

  it.each(["x;=1+1", "x\t@cmd", "x\n=1+1", "x; -1+1"])(
    "neutralises a formula after another separator: %j",
    async (text) => {
      for (const cell of (await written(text)).replace(/^"|"?\r\n$/g, "").split(/[;\t\n]\s*/)) {
        expect(cell).not.toMatch(/^[=+\-@]/);
      }
    },
  );

  it("keeps numbers and decimal amounts unchanged, also negative ones", async () => {
    expect(await written("-25.50", -3, -4n, "1250.00")).toBe("-25.50\r\n-3\r\n-4\r\n1250.00\r\n");
  });
});

/** 2,000 rows in batches of 500, counting the reads. */
function long(failAt = Number.POSITIVE_INFINITY) {
  const asked: (number | null)[] = [];
  const rows: CsvSource<number, number> = {
    name: "long",
    columns: [{ header: "Number", cell: (row) => row }],
    read: async (after) => {
      asked.push(after);
      if (asked.length > failAt) throw new Error("the database is gone");
      const start = (after ?? 0) + 1;
      const batch = Array.from({ length: 500 }, (_, index) => start + index);
      return { rows: batch, next: start + 499 < 2000 ? start + 499 : null };
    },
  };
  return { rows, asked };
}

describe("a long list", () => {
  it("is complete, without duplicates, in order", async () => {
    const { rows, asked } = long();
    const text = await bytesAsText(await csvResponse(rows));
    const expected = Array.from({ length: 2000 }, (_, index) => String(index + 1));
    expect(text).toBe(`${MARK}Number\r\n${expected.join("\r\n")}\r\n`);
    expect(asked).toEqual([null, 500, 1000, 1500]);
  });

  it("is read only as fast as the client reads, and stops when the client disconnects", async () => {
    const { rows, asked } = long();
    const reader = (await csvResponse(rows)).body?.getReader();
    expect(asked).toEqual([null]);
    await reader?.read();
    await reader?.read();
    expect(asked).toEqual([null, 500]);
    await reader?.cancel();
    expect(asked).toEqual([null, 500]);
  });

  it("returns an error instead of a file if the first read fails", async () => {
    await expect(csvResponse(long(0).rows)).rejects.toThrow("the database is gone");
  });

  it("aborts the transfer if a later read fails", async () => {
    const response = await csvResponse(long(2).rows);
    await expect(response.arrayBuffer()).rejects.toThrow("the database is gone");
  });
});

it("a file above its byte limit aborts the transfer, so that it is not mistaken for complete", async () => {
  const format = { ending: "txt", contentType: "text/plain", textOf: (rows: readonly string[]) => rows.join("") };
  const source = {
    name: "endless",
    read: async (after: number | null) => ({ rows: ["x".repeat(10)], next: (after ?? 0) + 1 }),
  };
  const response = await listResponse(source, format, 100);
  await expect(response.text()).rejects.toThrow("longer than 100 bytes");
  const short = {
    ...source,
    read: async (after: number | null) => ({ rows: ["x"], next: after === 8 ? null : (after ?? 0) + 1 }),
  };
  expect(await (await listResponse(short, format, 100)).text()).toBe("x".repeat(9));
});
