import { describe, expect, it } from "vitest";
import { newsOf, wayWords } from "./sign-in-words";

const passkey = { id: "1", name: "Laptop", synced: true, createdAt: "", lastUsedAt: null };
const app = { since: "", recoveryCodes: 10 };

describe("the news of one's own sign-in", () => {
  it.each([
    [{ passkeys: [], app: null, google: false }, /^You come in with a code by mail alone[.]/],
    [{ passkeys: [], app: null, google: true }, /a code by mail or Google alone/],
    [{ passkeys: [passkey], app: null, google: false }, /your passkey, or with a code by mail alone: whoever/],
    [{ passkeys: [], app, google: false }, /a code by mail and your app[.] A passkey/],
    [
      { passkeys: [passkey, passkey], app, google: false },
      /^You come in with your passkeys, or with a code by mail and/,
    ],
  ])("%j", (own, words) => {
    expect(newsOf(own)).toMatch(words);
  });
});

it.each([
  ["code", "by a code from the mail"],
  ["google app", "by Google and the app"],
  ["code recovery", "by a code from the mail and a recovery code"],
  ["passkey", "by a passkey"],
])("a session that was begun by %s", (way, words) => {
  expect(wayWords(way)).toBe(words);
});
