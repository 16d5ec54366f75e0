import fc from "fast-check";
import { anyCharacter } from "../../server/test/any-text";
import { TOKEN } from "./draft";

/** The random choices of a mutation. */
export type Dice = { at: number; value: unknown; text: string };

export const RAW_NUMBERS =
  "1e400 -1e400 1e-400 2550.0 2.55e3 1E2 -0 00012 0x10 NaN Infinity -1 0 25.5 9007199254740993 99999999999 100000000000";
export const MEDIA_TYPES = [
  ...[
    "",
    "text/plain",
    "application/json; charset=utf-8",
    "APPLICATION/JSON",
    "application/json;",
    "multipart/form-data",
  ],
  ...[
    "application/x-www-form-urlencoded",
    "application/jsonx",
    "application/merge-patch+json",
    "application/json, text/html",
  ],
];
export const KEYS = [
  "",
  '""',
  '"k"',
  '"k',
  "k",
  " ",
  "k".repeat(255),
  "k".repeat(256),
  "é",
  "a b",
  "%00",
  '"a\\"b"',
  "a\tb",
];
export const REQUEST_IDS = [
  "a.b_C-1",
  "",
  " ",
  "x".repeat(128),
  "x".repeat(129),
  "<script>",
  "é",
  "a b",
  "../../x",
  "0",
];
export const AUTHORIZATIONS = [
  "",
  "Bearer",
  "Bearer ",
  "Basic YTpi",
  `bearer ${TOKEN}`,
  `Bearer  ${TOKEN} `,
  `Bearer ${TOKEN}x`,
]
  .concat([
    `Bearer ${TOKEN} ${TOKEN}`,
    TOKEN,
    "Bearer __partner__",
    "Bearer __admin__",
    "Bearer __foreign__",
    "Bearer é",
  ])
  .concat([
    "Bearer __read__",
    "Bearer __payments__",
    "Bearer __webhooks__",
    "Bearer __test_only__",
    `Bearer ${"a".repeat(9000)}`,
  ]);
export const OTHER_HEADERS: [string, string][] = [
  ...([
    ["accept", "text/html"],
    ["accept", "*/*;q=0"],
    ["content-encoding", "gzip"],
    ["content-encoding", "br"],
  ] as const),
  ...([
    ["if-none-match", "*"],
    ["if-none-match", 'W/"a", "b"'],
    ["x-forwarded-for", "127.0.0.1"],
    ["range", "bytes=0-1"],
  ] as const),
  ...([
    ["x-forwarded-for", ",,é,"],
    ["forwarded", "for=_x"],
    ["x-http-method-override", "DELETE"],
    ["cookie", "a=b"],
  ] as const),
  ...([
    ["origin", "null"],
    ["x-bankside-peer", "0 127.0.0.1"],
    ["content-length", "7"],
    ["next-action", "x"],
  ] as const),
].map(([name, value]) => [name, value]);
export const SEGMENTS = [
  "",
  ".",
  "..",
  "%2e%2e",
  "%",
  "%ZZ",
  "%00",
  "%E0%A4%A",
  "%ED%A0%80",
  "%2F",
  "%3A",
  "*",
  "null",
  "..;",
  "%C0%AE",
];
export const KEY_NAMES = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "",
  "a.b",
  "0",
  "amount",
  "merchant_id",
  "%",
];
export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY", "X"];

const EXTREMES = [
  0,
  -1,
  1,
  2 ** 53,
  -(2 ** 53),
  1e308,
  99_999_999_999,
  100_000_000_000,
  25.5,
  5e-324,
  "2550",
  "",
  true,
  null,
];
const UNICODE = [
  "\0",
  "\ud800",
  "\udfff!",
  "\u202Egnp.exe",
  "e\u0301".repeat(50),
  "👩‍👩‍👧‍👦",
  "\u200B",
  "İstanbul",
  "ß",
  "\uFFFF",
  "𝕏",
  "a\u0000b",
];
const LONG_TEXTS = [
  "x".repeat(256),
  "x".repeat(2_049),
  "é".repeat(5_000),
  " ".repeat(300),
  "' OR 1=1 --",
  "{{7*7}}",
  "<b>",
  "%00",
  "\r\nA: b",
];

/** Random choices for one mutation. */
export const dice: fc.Arbitrary<Dice> = fc.record({
  at: fc.nat(),
  value: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<unknown>(...EXTREMES, [], {}, [[]], ...UNICODE) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  ),
  text: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...UNICODE, ...LONG_TEXTS) },
    { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }) },
  ),
});
