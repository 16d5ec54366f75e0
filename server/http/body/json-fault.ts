/** The position of the first fault in a text that is not JSON. Line and column count from 1. */
type JsonFault = { line: number; column: number; expected: string };

const SPACE = /[ \t\n\r]*/y;
/** The valid part of a JSON string, from its quote. Unrolled, so that no text causes backtracking. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these in a string (RFC 8259 §7).
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

/** What may come next. */
type Next = "value" | "firstItem" | "firstName" | "name" | "colon" | "comma" | "end";

const EXPECTED: Record<Next, string> = {
  value: "a value: an object, a list, a text in double quotes, a number, true, false or null",
  firstItem: "a value or ]",
  firstName: "a name in double quotes or }",
  name: "a name in double quotes",
  colon: "a colon after the name",
  comma: "a comma, or the closing bracket of the object or list",
  end: "nothing after the object",
};
const END_OF_TEXT = "the end of the text: a double quote, without line breaks before it";

/**
 * Finds where a text stops being JSON (RFC 8259), in linear time and without recursion. It returns no part of the text,
 * which may contain secrets. Only for a text that JSON.parse refuses.
 */
export function findJsonFault(text: string): JsonFault {
  const open: ("{" | "[")[] = [];
  let next: Next = "value";
  let at = skip(SPACE, text, 0);
  const afterValue = (): Next => (open.length === 0 ? "end" : "comma");
  for (; at < text.length; at = skip(SPACE, text, at)) {
    const sign = text[at] ?? "";
    const isValue: boolean = next === "value" || next === "firstItem";
    const isName: boolean = next === "name" || next === "firstName";
    if (sign === '"' && (isValue || isName)) {
      at = skip(STRING, text, at);
      if (text[at] !== '"') return faultAt(text, at, END_OF_TEXT);
      at += 1;
      next = isName ? "colon" : afterValue();
    } else if (isValue && (sign === "{" || sign === "[")) {
      open.push(sign);
      at += 1;
      next = sign === "{" ? "firstName" : "firstItem";
    } else if (isClosing(sign, open.at(-1), next)) {
      open.pop();
      at += 1;
      next = afterValue();
    } else if (sign === "," && next === "comma") {
      at += 1;
      next = open.at(-1) === "{" ? "name" : "value";
    } else if (sign === ":" && next === "colon") {
      at += 1;
      next = "value";
    } else {
      const end = isValue ? skip(SCALAR, text, at) : at;
      if (end === at) return faultAt(text, at, EXPECTED[next]);
      at = end;
      next = afterValue();
    }
  }
  return faultAt(text, text.length, EXPECTED[next]);
}

function isClosing(sign: string, opened: "{" | "[" | undefined, next: Next): boolean {
  if (opened === "{") return sign === "}" && (next === "comma" || next === "firstName");
  return opened === "[" && sign === "]" && (next === "comma" || next === "firstItem");
}

/** The end of a match at this position; the position itself without a match. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

function faultAt(text: string, at: number, expected: string): JsonFault {
  const lines = text.slice(0, at).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, expected };
}
