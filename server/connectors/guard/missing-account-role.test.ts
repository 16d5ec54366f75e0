import { expect, it } from "vitest";
import { newId } from "../../lib/ids";
import { type FakeBank, json, newFakeBank, refusal, SEPA_INITIATION } from "../../test/banks/fake-bank";
import { kindOf, merchantCalls } from "../../test/banks/guarded-calls";
import { connectorFor } from "../connector-for";
import type { BankProfile } from "../profile-schema";

const REDIRECT = { uri: "https://pay.example/return", state: "s", secret: "x" };

const requestAccess = ({ profile }: FakeBank) =>
  connectorFor(profile, merchantCalls()).createAccountConsent(profile, {
    ...{ iban: "PT50000201231234567890154", currency: "EUR", deadlineMs: 5_000, redirect: REDIRECT },
  });

const initiate = ({ profile }: FakeBank) =>
  connectorFor(profile, merchantCalls()).initiate(profile, {
    ...{ ...SEPA_INITIATION, idempotencyKey: newId(), redirect: REDIRECT },
  });

it("a consent to read an account, refused for our missing role, leaves the bank open to payments", async () => {
  const bank = await newFakeBank();
  bank.answer = refusal(401, "ROLE_INVALID");
  expect(kindOf(await requestAccess(bank))).toBe("auth");
  expect(kindOf(await initiate(bank))).toBe("auth");
  expect(bank.calls).toBe(2);
  // Control: the same code to a payment opens the circuit.
  expect(kindOf(await initiate(bank))).toBe("unavailable");
});

it("control: a consent to read an account, refused for our certificate, closes the bank to payments", async () => {
  const bank = await newFakeBank();
  bank.answer = refusal(401, "CERTIFICATE_BLOCKED");
  expect(kindOf(await requestAccess(bank))).toBe("auth");
  expect(kindOf(await initiate(bank))).toBe("unavailable");
  expect(bank.calls).toBe(1);
});

it("a token for accounts, refused for its scope, leaves a UK bank open to payments", async () => {
  const bank = await newFakeBank();
  const { baseUrl } = bank.profile;
  const oauth: BankProfile["oauth"] = {
    ...{ issuer: baseUrl, authorizationEndpoint: baseUrl, tokenEndpoint: `${baseUrl}/token`, jwksUri: baseUrl },
    ...{ clientId: "pisp", clientAuthentication: "tls_client_auth", responseMode: "jwt" },
  };
  bank.profile = { ...bank.profile, connector: "ob-uk", version: "3.1", oauth };
  const scopes: (string | null)[] = [];
  bank.answer = (_request, response, body) => {
    scopes.push(new URLSearchParams(body).get("scope"));
    json(response, 400, { error: "invalid_scope" });
  };
  expect(kindOf(await requestAccess(bank))).toBe("auth");
  expect(kindOf(await initiate(bank))).toBe("auth");
  expect(scopes).toEqual(["accounts", "payments"]);
});
