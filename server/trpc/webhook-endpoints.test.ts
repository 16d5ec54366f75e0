import { beforeAll, describe, expect, it } from "vitest";
import { createMerchant } from "../merchants/create-merchant";
import { type ConsoleApi, consoleOf } from "../test/person";
import { ctx as operator } from "../test/rows/fixtures";

const EPOCH = "1970-01-01T00:00:00.000Z";
const url = "https://93.184.216.34/hook";

type Endpoints = ConsoleApi["webhooks"]["endpoints"];

async function signedIn(role: "owner" | "developer" | "viewer" | "finance", merchantId: string): Promise<Endpoints> {
  return (await consoleOf({ role, merchantId })).webhooks.endpoints;
}

let own = "";
let foreign = "";
let owner: Endpoints;

beforeAll(async () => {
  own = (await createMerchant(operator, { brandName: "Olaria do Norte" })).id;
  foreign = (await createMerchant(operator, { brandName: "Someone Else" })).id;
  owner = await signedIn("owner", own);
  const stranger = await signedIn("owner", foreign);
  await stranger.create({ merchantId: foreign, name: "theirs", url });
});

/** Every mutation of the endpoint of that name, or of the default URL. */
const changes = (api: Endpoints, merchantId: string, name: string): [string, () => Promise<unknown>][] => [
  ["edit", () => api.edit({ merchantId, name, signed: false, version: 1 })],
  ["switch", () => api.switch({ merchantId, name, to: "disabled" })],
  ["rotate", () => api.rotate({ merchantId, name })],
  ["prepare", () => api.prepare({ merchantId, name })],
  ["activate", () => api.activate({ merchantId, name, preparedAt: EPOCH })],
  ["discard", () => api.discard({ merchantId, name })],
];

it("another merchant's endpoint is NOT_FOUND for reading, changing and its secret", async () => {
  const calls = [
    ...changes(owner, own, "theirs"),
    ["get", () => owner.get({ merchantId: own, name: "theirs" })],
  ] as const;
  for (const [what, call] of calls) {
    await expect(call(), what).rejects.toMatchObject({ code: "NOT_FOUND", cause: { code: "NOT_FOUND" } });
  }
  expect((await owner.list({ merchantId: own })).endpoints).toEqual([]);
  const theirs = await (await signedIn("developer", foreign)).get({ merchantId: foreign, name: "theirs" });
  expect(theirs).toMatchObject({ version: 1, signed: true, disabledAt: null, prepared: null });
});

it.each(["viewer", "finance"] as const)("a %s cannot read or change endpoints", async (role) => {
  const api = await signedIn(role, own);
  const calls: [string, () => Promise<unknown>][] = [
    ...changes(api, own, "any"),
    ["create", () => api.create({ merchantId: own, name: "any", url })],
    ["list", () => api.list({ merchantId: own })],
    ["get", () => api.get({ merchantId: own, name: null })],
    ["rotate the default's", () => api.rotate({ merchantId: own, name: null })],
    ["revoke", () => api.revoke({ merchantId: own })],
  ];
  for (const [what, call] of calls) {
    await expect(call(), what).rejects.toMatchObject({ code: "FORBIDDEN", cause: { code: "FORBIDDEN" } });
  }
});

describe("an owner", () => {
  it("creates, edits, disables and enables an endpoint, and handles its secrets", async () => {
    const of = { merchantId: own, name: "orders" };
    const made = await owner.create({ ...of, url, eventTypes: ["payment_link.used"], environment: "Live" });
    const read = () => owner.get(of);
    const { version } = await read();
    await owner.edit({ ...of, eventTypes: "all", version: version ?? 0 });
    expect(await read()).toMatchObject({ eventTypes: [], environment: "Live" });
    const rotated = await owner.rotate(of);
    expect(rotated.webhook_secret).not.toBe(made.webhook_secret);
    const next = await owner.prepare(of);
    const { prepared } = await read();
    await owner.activate({ ...of, preparedAt: prepared?.since.toISOString() ?? EPOCH });
    expect((await read()).secret?.hint).toBe(next.webhook_secret.slice(-4));
    await owner.switch({ ...of, to: "disabled" });
    expect((await read()).disabledAt).toBeInstanceOf(Date);
    await owner.switch({ ...of, to: "enabled" });
    expect((await owner.list({ merchantId: own })).endpoints).toMatchObject([{ name: "orders", disabledAt: null }]);
  });

  it("handles the default URL's secret by the name null", async () => {
    const of = { merchantId: own, name: null };
    const { webhook_secret: first } = await owner.rotate(of);
    await owner.prepare(of);
    await owner.discard(of);
    expect(await owner.get(of)).toMatchObject({ url: null, secret: { hint: first.slice(-4) }, prepared: null });
    await owner.revoke({ merchantId: own });
    expect(await owner.get(of)).toMatchObject({ signed: false, secret: null });
  });

  it("gets errors per field; an empty list of events is not all events", async () => {
    const of = { merchantId: own, name: "Not so", url };
    await expect(owner.create(of)).rejects.toMatchObject({ cause: { metadata: { errors: [{ field: "name" }] } } });
    await expect(owner.create({ ...of, name: "none", eventTypes: [] })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    const { endpoints } = await owner.list({ merchantId: own });
    expect(endpoints.map(({ name }) => name)).toEqual(["orders"]);
  });
});
