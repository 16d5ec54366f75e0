import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import https from "node:https";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Authority, type Certified, hasOpenssl, newAuthority } from "../../test/banks/certificates";
import { freePorts } from "../../test/processes/free-ports";
import { onLoopback } from "../../test/processes/on-loopback";
import { type ClientTls, sendRequest } from "./http-client";

const present = hasOpenssl();
if (!present) console.warn("Left out: mutual TLS, because the openssl command is not there.");

const DEADLINE_MS = 5_000;

let authority: Authority;
let stranger: Authority;
let ours: Certified;
beforeAll(() => {
  if (!present) return;
  authority = newAuthority("Bank CA");
  stranger = newAuthority("Stranger CA");
  ours = authority.issue("PSP client");
});
afterAll(() => {
  authority?.close();
  stranger?.close();
});

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A bank that accepts only client certificates of its authority, and records its clients. */
async function startBank({
  server = authority.issue("bank") as Certified,
  maxVersion = "TLSv1.3" as "TLSv1.2" | "TLSv1.3",
} = {}) {
  const served: { subject: string; connection: string; body: string }[] = [];
  const options = { ...server, ca: authority.cert, requestCert: true, rejectUnauthorized: true, maxVersion };
  const bank = https.createServer(options, async (request, response) => {
    const socket = request.socket as TLSSocket;
    let body = "";
    for await (const part of request) body += String(part);
    const port = String(socket.remotePort);
    served.push({ subject: String(socket.getPeerCertificate().subject.CN), connection: port, body });
    response.end("in");
  });
  const { origin, close } = await onLoopback(bank);
  closers.push(close);
  return { url: `${origin}/`, served };
}

const post = (url: string, tls?: ClientTls) =>
  sendRequest({ method: "POST", url, headers: {}, body: "order", deadlineMs: DEADLINE_MS, ...(tls ? { tls } : {}) });
const get = (url: string, tls: ClientTls) =>
  sendRequest({ method: "GET", url, headers: {}, deadlineMs: DEADLINE_MS, tls });

describe.runIf(present)("mutual TLS", () => {
  it("presents our certificate to a trusted bank, on a new connection for each call", async () => {
    const { url, served } = await startBank();
    const tls = { ...ours, ca: authority.cert };
    for (const _ of [1, 2]) {
      expect(await post(url, tls)).toMatchObject({ kind: "answered", answer: { status: 200, body: "in" } });
    }
    expect(served.map(({ subject, body }) => `${subject} ${body}`)).toEqual(["PSP client order", "PSP client order"]);
    expect(new Set(served.map(({ connection }) => connection)).size).toBe(2);
  });

  it("never mixes two certificates", async () => {
    const { url, served } = await startBank();
    const second = authority.issue("Another client");
    for (const own of [ours, second, ours]) await post(url, { ...own, ca: authority.cert });
    expect(served.map(({ subject }) => subject)).toEqual(["PSP client", "Another client", "PSP client"]);
  });

  it("sends nothing to a bank with an untrusted, expired or wrong certificate", async () => {
    const impostor = await startBank({ server: stranger.issue("bank") });
    expect(await post(impostor.url, { ...ours, ca: authority.cert })).toMatchObject({ kind: "not-sent" });
    const late = await startBank({ server: authority.issue("bank", { expired: true }) });
    expect(await post(late.url, { ...ours, ca: authority.cert })).toMatchObject({
      kind: "not-sent",
      detail: expect.stringContaining("CERT_HAS_EXPIRED"),
    });
    const { url } = await startBank();
    expect(await post(url, ours)).toMatchObject({ kind: "not-sent" });
    const misnamed = url.replace("127.0.0.1", "127.0.0.2");
    expect(await post(misnamed, { ...ours, ca: authority.cert })).toMatchObject({ kind: "not-sent" });
    expect([...impostor.served, ...late.served]).toEqual([]);
  });

  it("sends nothing with an invalid or mismatching key", async () => {
    const { url, served } = await startBank();
    const other = authority.issue("Another client");
    for (const key of [other.key, "no key"]) {
      expect(await post(url, { cert: ours.cert, key, ca: authority.cert })).toMatchObject({ kind: "not-sent" });
    }
    expect(served).toEqual([]);
  });

  it.each(["TLSv1.2", "TLSv1.3"] as const)("serves %s clients with a matching certificate only", async (maxVersion) => {
    const { url, served } = await startBank({ maxVersion });
    const refused = [stranger.issue("PSP client"), authority.issue("PSP client", { expired: true }), undefined];
    for (const own of refused) {
      const tls = own ? { ...own, ca: authority.cert } : undefined;
      expect((await post(url, tls)).kind).not.toBe("answered");
    }
    expect(served).toEqual([]);
    expect((await post(url, { ...ours, ca: authority.cert })).kind).toBe("answered");
  });

  // Node's server closes without an alert; openssl's sends one, as banks do.
  it.each(["-tls1_2", "-tls1_3"])(
    "a bank that refuses our certificate by an alert (%s) has taken nothing",
    async (version) => {
      const url = await startOpensslServer(version);
      for (const own of [stranger.issue("x"), authority.issue("x", { expired: true })]) {
        expect(await post(url, { ...own, ca: authority.cert })).toMatchObject({
          kind: "not-sent",
          detail: expect.stringMatching(/alert/i),
        });
      }
      // Its statistics page answers GET only.
      expect(await get(url, { ...ours, ca: authority.cert })).toMatchObject({ kind: "answered" });
    },
  );
});

/** `openssl s_server`, which accepts only verified clients. */
async function startOpensslServer(version: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "bankside-tls-"));
  const { cert, key } = authority.issue("bank");
  for (const [name, text] of Object.entries({ cert, key, ca: authority.cert }))
    writeFileSync(path.join(folder, name), text);
  const [port = 0] = await freePorts(1);
  const files = ["-cert", "cert", "-key", "key", "-CAfile", "ca"];
  const flags = ["-accept", `127.0.0.1:${port}`, "-Verify", "2", "-verify_return_error", "-www", "-quiet", version];
  const child: ChildProcess = spawn("openssl", ["s_server", ...files, ...flags], { cwd: folder, stdio: "ignore" });
  closers.push(() => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  while (!(await accepts(port))) await pause(20);
  return `https://127.0.0.1:${port}/`;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

it("a deadline before the connection, or an invalid header, sends nothing", async () => {
  // Accepts the connection and sends no TLS.
  const mute = net.createServer();
  mute.on("connection", (socket) => closers.push(() => socket.destroy()));
  const { port, close } = await onLoopback(mute);
  closers.push(close);
  const url = `https://127.0.0.1:${port}/`;
  expect(await sendRequest({ method: "POST", url, headers: {}, deadlineMs: 50 })).toMatchObject({ kind: "not-sent" });
  const headers = { "x-name": "two\nlines" };
  expect(await sendRequest({ method: "POST", url, headers, deadlineMs: 50 })).toMatchObject({ kind: "not-sent" });
});
