// The messages of `bankside listen` when it cannot start or must end.
import { readFileSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import https from "node:https";
import { describe, expect, it } from "vitest";
import { createCredential } from "../../server/identity/credentials/create-credential";
import { disableCredential } from "../../server/identity/credentials/disable-credential";
import { createMerchant } from "../../server/merchants/create-merchant";
import { createPartner } from "../../server/merchants/create-partner";
import { newAuthority } from "../../server/test/banks/certificates";
import { query } from "../../server/test/database";
import { onLoopbackInTest } from "../../server/test/processes/loopback-in-test";
import { ctx } from "../../server/test/rows/fixtures";
import { until } from "../../server/test/until";
import { ok } from "../../server/test/webhooks/webhook-shops";
import { waitingRequests } from "../../server/webhooks/event-feed/wait-for-events";
import { type Fault, startFaultyProxy } from "./faulty-proxy";
import { listenersOfEachTest } from "./listen-tool";

const { shops, desk: at, listening, refusal, positionFile, createEvents } = listenersOfEachTest();

describe("bankside listen ends with a remedy", () => {
  const TO = ["--to", "http://127.0.0.1:9/hook"];

  it("for missing settings and invalid options, all at once", async () => {
    const missing = { BANKSIDE_URL: "", BANKSIDE_CLIENT_ID: "" };
    const message = await refusal(["--to", "localhost:4000", "--events", "payment.paid", "--name", "My desk"], missing);
    expect(message.split("\n")).toEqual([
      "Set BANKSIDE_URL, BANKSIDE_CLIENT_ID: the URL of the installation and a test-only API key.",
      "--to must be an http or https URL without user name, such as http://localhost:4000/hook.",
      expect.stringMatching(/^--events: unknown type payment\.paid\. Use payment_request\.pending, /),
      "--name must be 1 to 63 characters of a-z, 0-9 and -, not starting with -.",
      "Help: bankside listen --help",
      "",
    ]);
    expect(await refusal(["--forward", "x"])).toContain("Unknown option '--forward'");
  });

  it("for a wrong secret, a disabled key and a key without the permission", async () => {
    expect(await refusal(TO, { BANKSIDE_CLIENT_SECRET: "csec_wrong" })).toContain(
      `${at.api} refuses the API key. Check BANKSIDE_CLIENT_ID and BANKSIDE_CLIENT_SECRET`,
    );
    const desk = await shops.receiver(ok);
    const tool = await listening(desk.url);
    await until(() => waitingRequests() === 1);
    await disableCredential(ctx, { id: at.key.client_id });
    expect(await tool.ended).toMatchObject({ code: 1, wrong: expect.stringContaining("refuses the API key") });
    const owner = { merchantId: shops.merchantId };
    const limited = await createCredential(ctx, { name: "Limited", owner, testOnly: true, scopes: ["webhooks"] });
    const env = { BANKSIDE_CLIENT_ID: limited.client_id, BANKSIDE_CLIENT_SECRET: limited.client_secret };
    expect(await refusal(TO, env)).toContain('lacks the permission "read"');
  });

  it("for a partner's key without --merchant, or with a merchant that is not the partner's", async () => {
    const { id: partnerId } = await createPartner(ctx, { name: "Ribeira" });
    const own = await createMerchant(ctx, { brandName: "Own", partnerId });
    const key = await createCredential(ctx, { name: "Partner", owner: { partnerId }, testOnly: true });
    const env = { BANKSIDE_CLIENT_ID: key.client_id, BANKSIDE_CLIENT_SECRET: key.client_secret };
    expect(await refusal(TO, env)).toBe("The API key acts for several merchants. Choose one with --merchant <uuid>.\n");
    expect(await refusal([...TO, "--merchant", shops.merchantId], env)).toBe(
      "--merchant: the API key has no such merchant.\n",
    );
    const tool = await listening("http://127.0.0.1:9/hook", ["--merchant", own.id], env);
    expect(await tool.stop()).toMatchObject({ code: 0 });
  });

  it("for an installation that does not respond, is another program, or has an unknown certificate", async () => {
    expect(await refusal(TO, { BANKSIDE_URL: "http://127.0.0.1:9" })).toMatch(
      /does not answer: .+ Check BANKSIDE_URL\.$/m,
    );
    expect(await refusal(TO, { BANKSIDE_URL: "pay.example.com" })).toContain("BANKSIDE_URL must be the URL");
    const desk = await shops.receiver(ok);
    expect(await refusal(TO, { BANKSIDE_URL: new URL(desk.url).origin })).toContain("does not answer like Bankside");
    const server = https.createServer(newAuthority("Own CA").issue("localhost"), (_request, response) =>
      response.end(),
    );
    const url = `https://localhost:${(await onLoopbackInTest(server)).port}`;
    expect(await refusal(TO, { BANKSIDE_URL: url })).toContain(
      "its certificate is from an unknown authority: set NODE_EXTRA_CA_CERTS",
    );
  });

  it("for a second listener of the same name, which another name avoids", async () => {
    const desk = await shops.receiver(ok);
    const first = await listening(desk.url);
    expect(await refusal(["--to", desk.url])).toBe(
      `A listener named "default" is already running (process ${first.child.pid}). Stop it, or choose another --name.\n`,
    );
    await listening(desk.url, ["--name", "other"]);
    await first.stop();
    await listening(desk.url);
  });

  it("for a second listener while the installation of the first has not answered for a minute", async () => {
    const desk = await shops.receiver(ok);
    const proxy = await startFaultyProxy(at.api);
    const env = { BANKSIDE_URL: proxy.url };
    const first = await listening(desk.url, [], env);
    proxy.plan("/api/v1/webhook-events", ...Array<Fault>(100).fill({ status: 502, body: "Bad gateway" }));
    await createEvents(1);
    await first.hasPrinted("does not answer");
    const file = positionFile();
    const saved = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...saved, savedAt: 0 }));
    await until(() => JSON.parse(readFileSync(file, "utf8")).savedAt > 0);
    expect(await refusal(["--to", desk.url], env)).toContain(`already running (process ${first.child.pid})`);
    await first.stop();
    await proxy.close();
  });

  it("for a second listener while the receiver of the first has not accepted an event for a minute", async () => {
    const waiting: ServerResponse[] = [];
    const desk = await shops.receiver((response) => waiting.push(response));
    const first = await listening(desk.url);
    await createEvents(1);
    await until(() => waiting.length === 1);
    const file = positionFile();
    const saved = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...saved, savedAt: 0 }));
    waiting[0]?.writeHead(503).end();
    await until(() => waiting.length === 2);
    expect(await refusal(["--to", desk.url])).toContain(`already running (process ${first.child.pid})`);
  });

  it("for an unknown --after, and starts with new events if the saved one is unknown", async () => {
    expect(await refusal([...TO, "--after", "evt_1"])).toBe(
      "--after must be start, or the ID of an event of a test payment.\n",
    );
    const desk = await shops.receiver(ok);
    const first = await listening(desk.url);
    await createEvents(1);
    await until(() => desk.received.length === 1);
    await first.stop();
    await query("DELETE FROM webhook_deliveries; DELETE FROM webhook_events");
    const second = await listening(desk.url);
    expect(second.lines.join("\n")).toContain("from now on, because the saved event is unknown there");
    await createEvents(1);
    await until(() => desk.received.length === 2);
  });

  // The last test: an installation that had a live bank keeps it.
  it("for a key for live payments", async () => {
    await query(
      `INSERT INTO bank_profiles (id, environment, bank_ids, profile, enabled, first_served_at, updated_at)
         VALUES ('feed', 'live', ARRAY[gen_random_uuid()], '{"id": "feed", "environment": "live"}', false, app_now(), app_now())`,
    );
    const live = await createCredential(ctx, { name: "Live", owner: { merchantId: shops.merchantId } });
    const env = { BANKSIDE_CLIENT_ID: live.client_id, BANKSIDE_CLIENT_SECRET: live.client_secret };
    expect(await refusal(TO, env)).toBe(
      "Test events can only be read with a test-only API key. Create one in the Console under API keys.\n",
    );
  });
});
