import { expect, it } from "vitest";
import { checkName } from "../lib/names";
import { checkNewCredential } from "./credentials/create-credential";
import { checkFactorName } from "./mfa/rules";
import { checkNewcomer } from "./team/invite-member";
import { checkNewUser } from "./users/create-user";

const key = { name: "Server", owner: {} };
const FORMS: [string, () => unknown][] = [
  ["an invitation without an address", () => checkNewcomer({ email: "jane", name: "Jane" })],
  ["an invitation without a name", () => checkNewcomer({ email: "jane@olaria.example", name: " " })],
  ["an invitation with a reversed name", () => checkNewcomer({ email: "jane@olaria.example", name: "Jane\u202e" })],
  ["a person with a line break", () => checkNewUser({ email: "jane@olaria.example", name: "Ja\nne", role: "owner" })],
  ["an accepted invitation without a name", () => checkName(" ")],
  ["a passkey without a name", () => checkFactorName(" ")],
  ["an API key without a name", () => checkNewCredential({ ...key, name: " " })],
  ["an API key that has expired", () => checkNewCredential({ ...key, endsAt: new Date(0) })],
  ["an API key that expires in 2200", () => checkNewCredential({ ...key, endsAt: new Date("2200-01-01") })],
  ["an API key for no network", () => checkNewCredential({ ...key, allowedNetworks: ["203.0.113.0/99"] })],
  ["an API key for 51 networks", () => checkNewCredential({ ...key, allowedNetworks: Array(51).fill("203.0.113.7") })],
];

it.each(FORMS)("the Console's form of %s shows a whole sentence at the field", (_what, check) => {
  const message = expect.stringMatching(/^[A-Z0-9].+\.$/u);
  expect(check).toThrow(expect.objectContaining({ metadata: { errors: [{ field: expect.any(String), message }] } }));
});
