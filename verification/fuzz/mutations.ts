import { type Draft, textOf } from "./draft";
import {
  AUTHORIZATIONS,
  type Dice,
  KEY_NAMES,
  KEYS,
  MEDIA_TYPES,
  METHODS,
  OTHER_HEADERS,
  RAW_NUMBERS,
  REQUEST_IDS,
  SEGMENTS,
} from "./nasty";

const KIB_64 = 64 * 1024;

type Mutation = (draft: Draft, dice: Dice) => Draft;

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

/** All mutations of valid requests, by their name in the report. */
export const MUTATIONS: Record<string, Mutation> = {
  dropped: (draft, { at }) => atNode(draft, at, (parent, key) => void delete parent[key]),
  "another value": (draft, { at, value }) => atNode(draft, at, (parent, key) => put(parent, key, value)),
  "another text": (draft, { at, text }) => atNode(draft, at, (parent, key) => put(parent, key, text)),
  renamed: (draft, { at, text }) =>
    atNode(draft, at, (parent, key) => {
      put(parent, at % 2 === 0 ? key.toUpperCase() : text, parent[key]);
      delete parent[key];
    }),
  "one key more": (draft, { at, value, text }) =>
    atNode(draft, at, (parent) => {
      const name = at % 3 === 0 ? text : pick(KEY_NAMES, at);
      put(parent, name, value);
    }),
  deep: (draft, { at, value }) => atNode(draft, at, (parent, key) => put(parent, key, nested(value, at % 60))),
  wide: (draft, { at }) =>
    atNode(draft, at, (parent, key) => {
      const many = Array.from({ length: 2_000 }, (_, index) => `w${index}`);
      parent[key] = at % 2 === 0 ? many : Object.fromEntries(many.map((name) => [name, 1]));
    }),
  "doubled key": (draft, { at, value }) =>
    atMatch(draft, /"[^"\\]*":/g, at, (key) => `${key}${JSON.stringify(value) ?? "0"},${key}`),
  "raw number": (draft, { at }) => atMatch(draft, /-?\d[\d.]*(?=[,}\]])/g, at, () => pick(RAW_NUMBERS.split(" "), at)),
  cut: (draft, { at }) => ({ ...draft, text: textOf(draft).slice(0, at % (textOf(draft).length + 1)) }),
  "one character more": (draft, { at, text }) => {
    const whole = textOf(draft);
    const place = at % (whole.length + 1);
    return {
      ...draft,
      text: whole.slice(0, place) + pick([",", "{", '"', "\ufeff", "//", "\0", text], at) + whole.slice(place),
    };
  },
  "no object": (draft, { at, value }) => ({
    ...draft,
    text: pick(["[]", "7", "null", '"text"', " ", "{}{}", "{}", "[{}]", JSON.stringify(value) ?? "true"], at),
  }),
  "deep text": (draft, { at }) => ({ ...draft, text: `${'{"a":'.repeat(at % 9_000)}1${"}".repeat(at % 9_000)}` }),
  long: (draft, { at }) => {
    const whole = textOf(draft);
    return { ...draft, text: whole + " ".repeat(Math.max(0, KIB_64 + (at % 3) - 1 - Buffer.byteLength(whole))) };
  },
  "not UTF-8": (draft, { at }) => {
    const bytes = new Uint8Array(Buffer.from(textOf(draft)));
    if (bytes.length > 0) bytes[at % bytes.length] = pick([0xff, 0xc0, 0xed, 0x80], at);
    return { ...draft, bytes };
  },
  form: (draft) => ({
    ...withHeader(draft, "content-type", "application/x-www-form-urlencoded"),
    text: new URLSearchParams(
      Object.entries(Object(draft.body)).map(([name, value]): [string, string] => [
        name,
        typeof value === "string" ? value : JSON.stringify(value),
      ]),
    ).toString(),
  }),
  "media type": (draft, { at }) => withHeader(draft, "content-type", pick(MEDIA_TYPES, at)),
  "idempotency key": (draft, { at }) => withHeader(draft, "idempotency-key", pick(KEYS, at)),
  "request id": (draft, { at }) => withHeader(draft, "x-request-id", pick(REQUEST_IDS, at)),
  authorization: (draft, { at }) => {
    if (at % 10 !== 0) return withHeader(draft, "authorization", pick(AUTHORIZATIONS, at));
    const { authorization: _gone, ...headers } = draft.headers;
    return { ...draft, headers };
  },
  "another header": (draft, { at }) => withHeader(draft, ...pick(OTHER_HEADERS, at)),
  path: (draft, { at, text }) => {
    const segments = draft.path.split("/");
    const place = 1 + (at % segments.length);
    return {
      ...draft,
      path: segments.with(Math.min(place, segments.length - 1), pick([...SEGMENTS, encodePath(text)], at)).join("/"),
    };
  },
  "path's form": (draft, { at }) => {
    const { path } = draft;
    const forms = [
      `${path}/`,
      path.replace("/v1", "//v1"),
      path.toUpperCase(),
      path.replaceAll(":", "%3a"),
      `${path};a=b`,
    ];
    return {
      ...draft,
      path: pick([...forms, `/${path.slice(1).replaceAll("/", "%2F")}`, `${path}%20`, path.replace("v1", "v2")], at),
    };
  },
  "query's value": (draft, { at, text }) => {
    const { query } = draft;
    if (query.length === 0) return { ...draft, query: [[text, text]] };
    const place = at % query.length;
    return {
      ...draft,
      query: query.with(place, [
        query[place]?.[0] ?? "",
        pick([text, "", "0", "-1", "%ZZ", "1e3", "9".repeat(30)], at),
      ]),
    };
  },
  "query's names": (draft, { at, text }) => {
    const [first = ["merchant_id", "1"]] = draft.query;
    const more = pick<[string, string]>(
      [first, ["__proto__", "1"], [text, "1"], ["payment_token", text], ["", ""]],
      at,
    );
    return { ...draft, query: at % 5 === 0 ? draft.query.slice(1) : [...draft.query, more] };
  },
  method: (draft, { at }) => ({ ...draft, method: pick(METHODS, at) }),
};

function encodePath(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** A header's value that a client can send: fetch refuses other values by itself. */
function withHeader(draft: Draft, name: string, value: string): Draft {
  return { ...draft, headers: { ...draft.headers, [name]: value } };
}

function nested(value: unknown, depth: number): unknown {
  let inner = value;
  for (let level = 0; level < depth; level += 1) inner = level % 2 === 0 ? { a: inner } : [inner];
  return inner;
}

type Holder = Record<PropertyKey, unknown>;

/** Also for the name `__proto__`: JSON has no prototypes. */
function put(parent: Holder, key: string, value: unknown): void {
  Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Changes one node of the body, at any depth; a draft without a body object stays unchanged. */
function atNode(draft: Draft, at: number, change: (parent: Holder, key: string) => void): Draft {
  if (draft.body === null || typeof draft.body !== "object") return draft;
  const body = structuredClone(draft.body);
  const nodes: [Holder, string][] = [];
  const visit = (parent: object) => {
    for (const [key, value] of Object.entries(parent)) {
      nodes.push([parent as Holder, key]);
      if (value !== null && typeof value === "object") visit(value);
    }
  };
  visit(body);
  const [parent, key] = nodes.length > 0 ? pick(nodes, at) : [body as Holder, "a"];
  change(parent, key);
  return { ...draft, body };
}

/** Replaces one match of the pattern in the body's text. */
function atMatch(draft: Draft, pattern: RegExp, at: number, replace: (found: string) => string): Draft {
  const whole = textOf(draft);
  const found = [...whole.matchAll(pattern)];
  if (found.length === 0) return draft;
  const { 0: match, index } = pick(found, at);
  return { ...draft, text: whole.slice(0, index) + replace(match) + whole.slice(index + match.length) };
}
