// Sets up merchants, operators and connections by the operator pages' own calls.
import { expect } from "@playwright/test";
import { freePorts } from "../../../server/test/processes/free-ports";
import { newSession, USERS } from "../console/session";
import { baseUrl } from "../shop";

async function callPlatform<T>(path: string, input: object): Promise<T> {
  const cookie = `bankside.session=${await newSession(USERS.operator)}`;
  const headers = { origin: baseUrl, "sec-fetch-site": "same-origin", "content-type": "application/json", cookie };
  const url = `${baseUrl}/api/trpc/platform.${path}`;
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(input) });
  const body = (await answer.json()) as { result: { data: T }; error?: unknown };
  expect([path, answer.status, body.error]).toEqual([path, 200, undefined]);
  return body.result.data;
}

/** Creates an empty merchant; returns its id. `owner`: the e-mail address of its owner. */
export async function newMerchant(name: string, owner: string): Promise<string> {
  const { id } = await callPlatform<{ id: string }>("merchants.create", { brandName: name, country: "PT" });
  const person = { email: owner, name: `${name}'s owner`, role: "owner" };
  await callPlatform("people.give", { ...person, merchantId: id });
  return id;
}

/** Creates an owner of the installation. */
export async function newOperator(email: string): Promise<void> {
  await callPlatform("people.give", { email, name: "Platform operator", role: "owner" });
}

/**
 * Makes a bank unreachable: a connection to a port on which nothing listens replaces the simulated bank. `bank` as in the
 * catalogue: `PT/santander`. Returns a function that restores the simulated bank.
 */
export async function disconnect(bank: string): Promise<() => Promise<void>> {
  const [port = 0] = await freePorts(1);
  const host = `127.0.0.1:${port}`;
  const id = `${bank.replace("/", "-").toLowerCase()}-away`;
  const profile = {
    ...{ id, connector: "berlin-group", version: "1.3", environment: "test", finality: "ACSC", push: false },
    ...{ baseUrl: `http://${host}/xs2a`, hosts: [host], decoupled: false, requiresDebtorAccount: false, cancel: true },
    ...{ idempotency: "x-request-id", products: { SEPA_CREDIT_TRANSFER: "sepa-credit-transfers" } },
  };
  await callPlatform("connections.put", { text: JSON.stringify({ banks: [bank], profile }) });
  const turn = (to: "enabled" | "disabled") => callPlatform<void>("connections.switch", { id, to });
  await turn("enabled");
  return () => turn("disabled");
}
