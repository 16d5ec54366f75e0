import { describe, expect, it } from "vitest";
import { formatSignInMethod, formatSignInSummary } from "./sign-in-labels";

const passkey = { id: "1", name: "Laptop", synced: true, createdAt: "", lastUsedAt: null };
const app = { since: "", recoveryCodes: 10 };

describe("formatSignInSummary", () => {
  it.each([
    [{ passkeys: [], app: null, google: false }, /^You sign in with an e-mail code only[.]/],
    [{ passkeys: [], app: null, google: true }, /an e-mail code or Google only/],
    [
      { passkeys: [passkey], app: null, google: false },
      /your passkey, or with an e-mail code only[.] Add a second factor/,
    ],
    [{ passkeys: [], app, google: false }, /an e-mail code and your app[.] A passkey/],
    [
      { passkeys: [passkey, passkey], app, google: false },
      /^You sign in with your passkeys, or with an e-mail code and/,
    ],
  ])("of %j matches %s", (own, words) => {
    expect(formatSignInSummary(own)).toMatch(words);
  });
});

it.each([
  ["code", "with an e-mail code"],
  ["google app", "with Google and the app"],
  ["code recovery", "with an e-mail code and a recovery code"],
  ["passkey", "with a passkey"],
  ["passkey app", "with a passkey and the app"],
])("formatSignInMethod of %s is '%s'", (way, words) => {
  expect(formatSignInMethod(way)).toBe(words);
});
