import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startReceiver } from "@/server/test/webhooks/receiver";
import { curlOf } from "./delivery-message";

let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  receiver = await startReceiver((response) => response.end());
});
afterAll(() => {
  receiver.close();
});

it("a request copied as curl and run by a shell is the same request", async () => {
  const body = `{"note":"it's $HOME, \`ls\` \\"quoted\\" \\\\ and Zażółć","at":"@file"}`;
  const headers = { "Content-Type": "application/json", "X-Event-Id": "evt_1", "X-Signature": "t=1,v1=it's" };
  const command = curlOf({ url: `${receiver.url}?a='b'&c=$d`, headers, body });
  await promisify(execFile)("sh", ["-c", command]);
  const [call] = receiver.received;
  expect(call?.body.toString()).toBe(body);
  expect(call?.headers).toMatchObject({ "x-event-id": "evt_1", "x-signature": "t=1,v1=it's" });
});
