import { createServer } from "node:https";
import { createServer as createTcpServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { trustedContext } from "../../../lib/net/peer-certificate";
import { hasOpenssl, newAuthority } from "../../../test/banks/certificates";
import { onLoopbackInTest } from "../../../test/processes/loopback-in-test";
import { onLoopback } from "../../../test/processes/on-loopback";
import { openLoopback } from "../../../test/webhooks/loopback-receivers";
import { about, guardWith, probesOf } from "../../../test/webhooks/probes";
import { ok, shopsOfEachTest } from "../../../test/webhooks/webhook-shops";

openLoopback();
const shops = shopsOfEachTest();
const { probe, saveUnchecked } = probesOf(shops);
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe.skipIf(!hasOpenssl())("a probe of TLS", () => {
  /** Starts a receiver with a certificate; answers its port. */
  async function secured(options: { expired?: boolean; known?: boolean } = {}): Promise<number> {
    const authority = newAuthority("Acme's own authority");
    closing.push(authority.close);
    // Trusts it as the operating system would, in this process.
    if (options.known) trustedContext().context.addCACert(authority.cert);
    const server = createServer(authority.issue("shop", options), (_, response) => response.end("thanks"));
    return (await onLoopbackInTest(server)).port;
  }

  const probeAt = async (url: string) => {
    await saveUnchecked(url);
    return (await probe(guardWith(["127.0.0.1"]))).report;
  };

  it("reports an unknown issuer and sends nothing", async () => {
    const report = await probeAt(`https://127.0.0.1:${await secured()}/hook`);
    expect(about(report.findings, "encryption")).toMatchObject({
      state: "bad",
      found: expect.stringMatching(/issuer is unknown/),
      why: expect.stringContaining("Acme's own authority"),
    });
    expect(report.answer).toBeNull();
  });

  it("reports an expired certificate", async () => {
    const report = await probeAt(`https://127.0.0.1:${await secured({ expired: true, known: true })}/hook`);
    expect(about(report.findings, "encryption")).toMatchObject({
      state: "bad",
      found: "The certificate has expired.",
      todo: expect.stringContaining("Renew"),
    });
  });

  it("reports a certificate for another host, with its names", async () => {
    const report = await probeAt(`https://shop.example.com:${await secured({ known: true })}/hook`);
    expect(about(report.findings, "encryption")).toMatchObject({
      found: "The certificate is for another host.",
      why: expect.stringContaining("127.0.0.1, localhost"),
    });
  });

  it("warns of a certificate that expires within 14 days", async () => {
    const report = await probeAt(`https://127.0.0.1:${await secured({ known: true })}/hook`);
    expect(about(report.findings, "encryption")).toMatchObject({
      state: "warn",
      found: expect.stringMatching(/valid until .*: 1 day from now/),
    });
    expect(report.answer?.status).toBe(200);
  });

  it("does not distinguish a port that closes connections from a closed port", async () => {
    const findings = [];
    const { port, close } = await onLoopback(createTcpServer((socket) => socket.destroy()));
    const url = `https://127.0.0.1:${port}/hook`;
    findings.push((await probeAt(url)).findings);
    await close();
    findings.push((await probeAt(url)).findings);
    expect(findings[0]).toEqual(findings[1]);
    expect(about(findings[0] ?? [], "connection")).toMatchObject({ state: "bad", found: "No connection." });
  });

  it("reports a plain http port as no secure connection", async () => {
    const shop = await shops.receiver(ok);
    const report = await probeAt(shop.url.replace("http:", "https:"));
    expect(about(report.findings, "encryption")).toMatchObject({ state: "bad", found: "No secure connection." });
    expect(shop.received).toHaveLength(0);
  });
});
