import { beforeAll, expect, it } from "vitest";
import { createMerchant } from "../merchants/create-merchant";
import { type ConsoleApi, consoleOf } from "../test/person";
import { ctx as operator } from "../test/rows/fixtures";
import { openLoopback } from "../test/webhooks/loopback-receivers";
import { startReceiver } from "../test/webhooks/receiver";
import { createEndpoint } from "../webhooks/endpoints/create-endpoint";

openLoopback();

type Api = ConsoleApi["webhooks"]["diagnostics"];

async function signedIn(role: "owner" | "developer" | "viewer" | "finance", merchantId: string): Promise<Api> {
  return (await consoleOf({ role, merchantId })).webhooks.diagnostics;
}

let own = "";
let foreign = "";
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  own = (await createMerchant(operator, { brandName: "Olaria do Norte" })).id;
  foreign = (await createMerchant(operator, { brandName: "Someone Else" })).id;
  receiver = await startReceiver((response) => response.end());
  await createEndpoint(operator, { merchantId: foreign, name: "theirs", url: receiver.url });
  return () => receiver.close();
});

const calls = (api: Api, merchantId: string) =>
  ({
    probe: () => api.probe({ merchantId, name: "theirs" }),
    start: () => api.startReceiverTest({ merchantId, name: "theirs" }),
    lastProbe: () => api.lastProbe({ merchantId, name: "theirs" }),
    list: () => api.listReceiverTests({ merchantId, name: "theirs" }),
  }) as const;

it("a developer can run both tests; another merchant's owner sees and sends nothing", async () => {
  const mine = calls(await signedIn("developer", foreign), foreign);
  expect((await mine.probe()).report.answer?.status).toBe(200);
  await mine.start();
  const sent = receiver.received.length;
  const theirs = calls(await signedIn("owner", own), own);
  await expect(theirs.probe()).rejects.toMatchObject({ cause: { code: "NOT_FOUND" } });
  await expect(theirs.start()).rejects.toMatchObject({ cause: { code: "NOT_FOUND" } });
  expect(await theirs.lastProbe()).toBeNull();
  expect(await theirs.list()).toEqual({ history: [], receiverTest: null });
  expect(receiver.received).toHaveLength(sent);
});

it.each(["viewer", "finance"] as const)("a %s can run neither test nor read results", async (role) => {
  for (const [what, call] of Object.entries(calls(await signedIn(role, foreign), foreign))) {
    await expect(call(), what).rejects.toMatchObject({ code: "FORBIDDEN" });
  }
});
