import { beforeAll, expect, it } from "vitest";
import { db } from "../lib/db";
import { createMerchant } from "../merchants/create-merchant";
import { type ConsoleApi, consoleOf } from "../test/person";
import { ctx as operator } from "../test/rows/fixtures";
import { createEndpoint } from "../webhooks/endpoints/create-endpoint";
import { updateEndpointHealth } from "../webhooks/health/update-endpoint-health";

type Health = ConsoleApi["webhooks"]["health"];

async function signedIn(role: "developer" | "viewer" | "finance", merchantId: string): Promise<Health> {
  return (await consoleOf({ role, merchantId })).webhooks.health;
}

let own = "";
let foreign = "";

beforeAll(async () => {
  own = (await createMerchant(operator, { brandName: "Olaria do Norte" })).id;
  foreign = (await createMerchant(operator, { brandName: "Someone Else" })).id;
  for (const merchantId of [own, foreign]) {
    const url = "https://93.184.216.34/hook";
    const { id } = await createEndpoint(operator, { merchantId, name: "orders", url });
    const failure = { endpointKey: id, merchantId, url, ok: false, error: "status 503", at: new Date() };
    await db().$transaction((tx) => updateEndpointHealth(tx, [{ ...failure, durationMs: 5, hadHealth: false }]));
  }
});

it("a developer sees, pauses and resumes the merchant's own endpoints, and no other's", async () => {
  const api = await signedIn("developer", own);
  const [first] = await api.list({ merchantId: own });
  expect(first).toMatchObject({ name: "orders", state: "failing" });
  await api.pause({ merchantId: own, name: "orders" });
  expect((await api.list({ merchantId: own }))[0]).toMatchObject({ state: "paused" });
  expect(await api.failing({ merchantId: own })).toEqual([]);
  await api.resume({ merchantId: own, name: "orders" });
  expect((await api.list({ merchantId: own }))[0]).toMatchObject({ state: "failing" });
  await expect(api.pause({ merchantId: own, name: "nothing" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  for (const call of [api.list, api.failing]) {
    await expect(call({ merchantId: foreign })).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
  for (const call of [api.pause, api.resume]) {
    await expect(call({ merchantId: foreign, name: "orders" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
});

it.each(["viewer", "finance"] as const)(
  "a %s sees the navigation's warning, and cannot list, pause or resume endpoints",
  async (role) => {
    const api = await signedIn(role, own);
    expect(await api.failing({ merchantId: own })).toEqual([
      expect.objectContaining({ name: "orders", state: "failing", lastError: "status 503" }),
    ]);
    const calls = [
      () => api.list({ merchantId: own }),
      () => api.pause({ merchantId: own, name: "orders" }),
      () => api.resume({ merchantId: own, name: "orders" }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: "FORBIDDEN" });
  },
);
