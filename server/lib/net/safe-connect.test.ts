import { writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer as createTcpServer, type Server } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Child, startChild } from "../../../verification/drills/child";
import type { CallOrder } from "../../../verification/drills/safe-calls-main";
import { type Certified, hasOpenssl, newAuthority } from "../../test/banks/certificates";
import { onLoopbackInTest } from "../../test/processes/loopback-in-test";
import { bundledProgram } from "../../test/processes/program";
import { temporaryFolder } from "../../test/temporary-folder";
import { PUBLIC_LOOPBACK } from "../../test/webhooks/loopback-receivers";
import type { Guard } from "./check-url";
import { type SafeAnswer, type SafeRequest, safeFetch } from "./safe-fetch";

const call: SafeRequest = { method: "POST", headers: {}, body: "{}" };
const open: Guard = { allow: [PUBLIC_LOOPBACK], resolve: async () => ["127.0.0.1"] };

const listening = async (server: Server) => (await onLoopbackInTest(server)).port;

describe("the trace of a call", () => {
  it("has exactly the parts that happened", async () => {
    const port = await listening(createHttpServer((_, response) => response.end("in")));
    const named = await safeFetch(`http://shop.example.com:${port}/`, call, open);
    const numbers = { nameMs: expect.any(Number), connectMs: expect.any(Number), waitMs: expect.any(Number) };
    expect(named).toMatchObject({ kind: "answered", address: "127.0.0.1", detail: null, certificate: null });
    expect(named.timings).toEqual({ ...numbers, tlsMs: null });
    const literal = await safeFetch(`http://127.0.0.1:${port}/`, call, open);
    expect(literal.timings).toEqual({ ...numbers, nameMs: null, tlsMs: null });
  });

  it("is empty for a refused address, and has the forbidden DNS answers in the operator's detail", async () => {
    const none = { nameMs: null, connectMs: null, tlsMs: null, waitMs: null };
    const literal = await safeFetch("http://10.0.0.1/", call, open);
    expect(literal).toMatchObject({ kind: "refused", timings: none, address: null, detail: null });
    const guard: Guard = { allow: [], resolve: async () => ["93.184.215.14", "10.0.0.1", "fd00::1"] };
    const named = await safeFetch("http://shop.example.com/", call, guard);
    expect(named).toMatchObject({ kind: "refused", address: null, detail: "10.0.0.1, fd00::1" });
    expect(named.kind === "refused" && named.reason).toBe("points to a private or reserved network");
    expect(named.timings).toEqual({ ...none, nameMs: expect.any(Number) });
  });

  it("continues with the next address if the first refuses the connection", async () => {
    const port = await listening(createHttpServer((_, response) => response.end("in")));
    const guard: Guard = { allow: [PUBLIC_LOOPBACK], resolve: async () => ["127.0.0.9", "127.0.0.1"] };
    const answer = await safeFetch(`http://shop.example.com:${port}/`, call, guard);
    expect(answer).toMatchObject({ kind: "answered", address: "127.0.0.1" });
  });
});

it("a name with many addresses is checked for all and tried at a few", async () => {
  const many = Array.from({ length: 60 }, (_, index) => `127.0.1.${index}`);
  const guard: Guard = { allow: [PUBLIC_LOOPBACK], resolve: async () => many };
  const answer = await safeFetch("http://shop.example.com:9/", call, guard);
  expect(answer).toMatchObject({ kind: "failed", reason: "no connection" });
  expect(answer.detail?.split(", ")).toHaveLength(8);
  const spoiled: Guard = { allow: [PUBLIC_LOOPBACK], resolve: async () => [...many, "10.0.0.1"] };
  expect(await safeFetch("http://shop.example.com:9/", call, spoiled)).toMatchObject({ kind: "refused" });
});

describe("a merchant gets one coarse reason for every failed connection", () => {
  const refused = async () => {
    const server = createTcpServer();
    const port = await listening(server);
    await new Promise((resolve) => server.close(resolve));
    return port;
  };
  // Unanswered or closed TLS is reported like a closed port.
  const silent = () => listening(createTcpServer((socket) => socket.on("error", () => undefined)));
  const hangUp = () => listening(createTcpServer((socket) => socket.destroy()));

  it.each<[string, string, () => Promise<number>, RegExp]>([
    ["refused", "http", refused, /^ECONNREFUSED 127[.]0[.]0[.]1$/],
    ["refused, with two addresses", "http", refused, /^ECONNREFUSED 127[.]0[.]0[.]1, ECONNREFUSED 127[.]0[.]0[.]2$/],
    ["silent below TLS", "https", silent, /^TLS timeout 127[.]0[.]0[.]1$/],
    ["closed below TLS", "https", hangUp, /^ECONNRESET 127[.]0[.]0[.]1$/],
  ])("%s", async (how, scheme, receiver, detail) => {
    const addresses = how.includes("two") ? ["127.0.0.1", "127.0.0.2"] : ["127.0.0.1"];
    const port = await receiver();
    const url = `${scheme}://shop.example.com:${port}/`;
    const guard: Guard = { allow: [PUBLIC_LOOPBACK], resolve: async () => addresses };
    const answer = await safeFetch(url, receiver === silent ? { ...call, connectTimeoutMs: 3_000 } : call, guard);
    expect(answer).toMatchObject({ kind: "failed", reason: "no connection", detail: expect.stringMatching(detail) });
  });

  it("unreachable, and unanswered", async () => {
    const port = 9;
    const guard: Guard = { allow: [], resolve: async () => ["2001:470::1"] };
    const answer = await safeFetch(`http://shop.example.com:${port}/`, { ...call, connectTimeoutMs: 300 }, guard);
    expect(answer).toMatchObject({ kind: "failed", reason: "no connection", address: null });
  });

  it("for a name: that it does not resolve, for every DNS failure", async () => {
    const never = new Promise<string[]>(() => undefined);
    for (const resolve of [() => never, async () => [], () => Promise.reject(new Error("queryA ESERVFAIL x"))]) {
      const answer = await safeFetch(
        "http://shop.example.com/",
        { ...call, connectTimeoutMs: 100 },
        { allow: [], resolve },
      );
      expect(answer).toMatchObject({ kind: "failed", reason: "the name does not resolve", address: null });
      expect(answer.detail).toMatch(/in time|no address|ESERVFAIL/);
    }
  });
});

describe.runIf(hasOpenssl())("over TLS", () => {
  const known = newAuthority("a known authority");
  const unknown = newAuthority("an authority that nobody knows");
  const folder = temporaryFolder("trust");
  let program: string;
  let caller: Child<CallOrder, SafeAnswer>;
  beforeAll(async () => {
    writeFileSync(path.join(folder, "ca.pem"), known.cert);
    program = await bundledProgram(new URL("../../../verification/drills/safe-calls-main.ts", import.meta.url));
    caller = startChild(program, { NODE_EXTRA_CA_CERTS: path.join(folder, "ca.pem") });
  });
  afterAll(async () => {
    await caller.close();
    for (const authority of [known, unknown]) authority.close();
  });

  async function receiver(certified: Certified): Promise<{ port: number; requests: () => number }> {
    let requests = 0;
    const server = createHttpsServer(certified, (_, response) => {
      requests += 1;
      response.end("in");
    });
    return { port: await listening(server), requests: () => requests };
  }
  const ask = (host: string, port: number, wantCertificate = false) =>
    caller.ask({
      url: `https://${host}:${port}/`,
      addresses: ["127.0.0.1"],
      allow: ["127.0.0.0/8:1-65535"],
      wantCertificate,
    });

  it("gets a response with a valid certificate, and reports that certificate", async () => {
    const { port } = await receiver(known.issue("shop"));
    const answer = await ask("127.0.0.1", port);
    expect(answer).toMatchObject({
      kind: "answered",
      body: "in",
      certificate: null,
      timings: { tlsMs: expect.any(Number) },
    });
    expect(await ask("127.0.0.1", port, true)).toMatchObject({
      kind: "answered",
      certificate: {
        subject: "CN=shop",
        issuer: "CN=a known authority",
        altNames: ["127.0.0.1", "localhost"],
        protocol: "TLSv1.3",
      },
    });
  });

  it.each<[string, () => Certified, string, string]>([
    ["expired", () => known.issue("shop", { expired: true }), "127.0.0.1", "the certificate has expired"],
    ["of another host", () => known.issue("shop"), "shop.example.com", "the certificate is for another host"],
    ["unknown", () => unknown.issue("shop"), "127.0.0.1", "the certificate's issuer is unknown"],
  ])("reports the fault of a certificate and sends nothing: %s", async (_, issue, host, fault) => {
    const { port, requests } = await receiver(issue());
    for (const wantCertificate of [false, true]) {
      const answer = await ask(host, port, wantCertificate);
      expect(answer).toMatchObject({
        kind: "failed",
        reason: expect.stringContaining(`no secure connection: ${fault}`),
      });
      expect(answer.certificate === null).toBe(!wantCertificate);
    }
    expect(requests()).toBe(0);
  });

  it("reports no secure connection for a port without TLS", async () => {
    const port = await listening(createHttpServer((_, response) => response.end("in")));
    const answer = await safeFetch(`https://127.0.0.1:${port}/`, call, open);
    expect(answer).toMatchObject({ kind: "failed", reason: "no secure connection", detail: expect.any(String) });
  });
});
