import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { onceBodyIsRead } from "../../test/documents/answer-read";
import { type Loopback, onLoopback } from "../../test/processes/on-loopback";
import { until } from "../../test/until";
import { controlTimers } from "../../test/waits";
import { PUBLIC_LOOPBACK } from "../../test/webhooks/loopback-receivers";
import type { WebhookNetwork } from "../config/env";
import { checkUrl, type Guard } from "./check-url";
import { MAX_BODY_BYTES, type SafeRequest, safeFetch } from "./safe-fetch";

const call: SafeRequest = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
const open: Guard = { allow: [PUBLIC_LOOPBACK], resolve: async () => ["127.0.0.1"] };

const servers: Loopback[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A receiver on this machine, and how often it was reached. */
async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const seen = { count: 0, port: 0 };
  const server = createServer((request, response) => {
    seen.count += 1;
    answer(request, response);
  });
  const own = await onLoopback(server);
  servers.push(own);
  seen.port = own.port;
  return seen;
}

/** The 15 s of a call are over as soon as `isBegun`. */
async function fetchUntilTimeIsOver(port: number, isBegun: () => boolean) {
  const deadlines = controlTimers((ms) => ms > 1_000);
  try {
    const answer = safeFetch(`http://127.0.0.1:${port}/`, call, open);
    await until(isBegun);
    deadlines.pass();
    return await answer;
  } finally {
    deadlines.restore();
  }
}

/** A DNS with changing answers: the first for the first query, and so on; the last is repeated. */
function changingDns(allow: WebhookNetwork[], ...answers: string[][]): Guard & { asked: number } {
  const dns = {
    allow,
    asked: 0,
    resolve: async () => {
      const answer = answers[Math.min(dns.asked, answers.length - 1)] ?? [];
      dns.asked += 1;
      return answer;
    },
  };
  return dns;
}

describe("a DNS name that changes between the check and the connection", () => {
  const url = (port: number) => `http://rebind.example.com:${port}/hook`;

  it("is refused at the connection, and the listener is not reached", async () => {
    const listener = await listen((_, response) => response.end("in"));
    const guard = changingDns([], ["93.184.215.14"], ["127.0.0.1"]);
    expect(await checkUrl(url(listener.port), guard)).toEqual({ ok: true });
    expect(await safeFetch(url(listener.port), call, guard)).toMatchObject({ kind: "refused" });
    expect(listener.count).toBe(0);
  });

  it("is resolved once per call: the checked address is the connected address", async () => {
    const listener = await listen((_, response) => response.end("in"));
    const guard = changingDns([PUBLIC_LOOPBACK], ["127.0.0.1"], ["10.255.255.1"]);
    expect(await safeFetch(url(listener.port), call, guard)).toMatchObject({ kind: "answered", status: 200 });
    expect(guard.asked).toBe(1);
    expect(listener.count).toBe(1);
  });

  it("control: reaches the listener if the guard allows loopback", async () => {
    const listener = await listen((_, response) => response.end("in"));
    const guard = changingDns([PUBLIC_LOOPBACK], ["93.184.215.14"], ["127.0.0.1"]);
    await checkUrl(url(listener.port), guard);
    expect(await safeFetch(url(listener.port), call, guard)).toMatchObject({ kind: "answered", body: "in" });
    expect(listener.count).toBe(1);
  });

  it("is refused if one of several addresses is forbidden, and as a literal", async () => {
    const listener = await listen((_, response) => response.end("in"));
    const guard = changingDns([], ["93.184.215.14", "127.0.0.1"]);
    expect(await safeFetch(url(listener.port), call, guard)).toMatchObject({ kind: "refused" });
    expect(await safeFetch(`http://127.0.0.1:${listener.port}/`, call, guard)).toMatchObject({ kind: "refused" });
    expect(listener.count).toBe(0);
  });
});

describe("safeFetch", () => {
  it("does not follow a redirect", async () => {
    const inner = await listen((_, response) => response.end("secret"));
    const outer = await listen((_, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${inner.port}/` }).end(),
    );
    expect(await safeFetch(`http://127.0.0.1:${outer.port}/`, call, open)).toMatchObject({
      kind: "answered",
      status: 302,
    });
    expect(inner.count).toBe(0);
  });

  it("keeps 8 KiB of an endless body, and decodes nothing", async () => {
    const listener = await listen((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(4096, "a")));
      };
      response.on("drain", more);
      more();
    });
    const answer = await safeFetch(`http://127.0.0.1:${listener.port}/`, call, open);
    expect(answer).toMatchObject({ kind: "answered", status: 200, body: "a".repeat(MAX_BODY_BYTES) });
  });

  it("keeps nothing that PostgreSQL refuses", async () => {
    const listener = await listen((_, response) => response.end(Buffer.from([0x61, 0x00, 0xff])));
    const answer = await safeFetch(`http://127.0.0.1:${listener.port}/`, call, open);
    expect(answer).toMatchObject({ body: "a\ufffd\ufffd" });
  });

  it("names silence, a closed port and a broken connection", async () => {
    const silent = await listen(() => undefined);
    const slow = await fetchUntilTimeIsOver(silent.port, () => silent.count === 1);
    expect(slow).toMatchObject({ kind: "failed", reason: "no answer within 15 s" });
    const hangUp = await listen((request) => request.socket.destroy());
    const broken = await safeFetch(`http://127.0.0.1:${hangUp.port}/`, call, open);
    expect(broken).toMatchObject({ kind: "failed", reason: "the connection was closed without an answer" });
    const { port, close } = await onLoopback(createTcpServer());
    await close();
    expect(await safeFetch(`http://127.0.0.1:${port}/`, call, open)).toMatchObject({
      kind: "failed",
      reason: "no connection",
    });
  });

  it("returns the status if the body never ends", async () => {
    const listener = await listen((_, response) => response.writeHead(200).write("so far"));
    let isRead = false;
    onceBodyIsRead(() => (isRead = true));
    const answer = await fetchUntilTimeIsOver(listener.port, () => isRead);
    expect(answer).toMatchObject({ kind: "answered", status: 200, body: "so far" });
  });

  it("reports that a name does not resolve", async () => {
    const guard: Guard = { allow: [], resolve: () => Promise.reject(new Error("NXDOMAIN")) };
    const answer = await safeFetch("https://nowhere.example.com/", call, guard);
    expect(answer).toMatchObject({ kind: "failed", reason: "the name does not resolve" });
  });

  it("uses no proxy", async () => {
    const proxy = await listen((_, response) => response.end("through the proxy"));
    const listener = await listen((_, response) => response.end("direct"));
    for (const name of ["http_proxy", "HTTP_PROXY", "all_proxy"]) vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
    const answer = await safeFetch(`http://127.0.0.1:${listener.port}/`, call, open);
    vi.unstubAllEnvs();
    expect(answer).toMatchObject({ body: "direct" });
    expect(proxy.count).toBe(0);
  });
});
