import type { RequestListener, ServerResponse } from "node:http";
import { createServer, type Socket } from "node:net";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { env } from "../../lib/config/env";
import { type OpenIdProvider, startOpenIdProvider } from "../../test/banks/openid-provider";
import { rsaKeyPair } from "../../test/banks/rsa-keys";
import { moveClock } from "../../test/database";
import { newUser, postTokenRequest } from "../../test/rows/users";
import { until } from "../../test/until";

const CLIENT = "bankside.apps.example";

let email: string;
let elsewhere: OpenIdProvider;
const started: Array<{ close(): unknown }> = [];

beforeAll(async () => {
  env().googleClientId = CLIENT;
  email = await newUser();
  elsewhere = await configured();
});
afterAll(() => Promise.all(started.map((one) => one.close())));

/** A new provider, whose keys are not cached. */
async function configured(): Promise<OpenIdProvider> {
  const fresh = await startOpenIdProvider([CLIENT]);
  started.push(fresh);
  env().googleIssuer = fresh.issuer;
  return fresh;
}

const come = (idToken: string) => postTokenRequest({ grant_type: "google_id_token", id_token: idToken });
const answersOf = (replies: readonly { status: number }[]) => new Set(replies.map(({ status }) => status));

const { privateKey } = rsaKeyPair();

/** A valid token's claims with an unpublished key id. */
function madeUp(name: string): Promise<string> {
  const claims = { iss: env().googleIssuer, aud: CLIENT, email, email_verified: true };
  return new SignJWT(claims).setExpirationTime("1h").setProtectedHeader({ alg: "RS256", kid: name }).sign(privateKey);
}

describe("the provider's keys", () => {
  const lookUps = ({ asked }: OpenIdProvider) => asked.filter((path) => path === "/jwks").length;

  it("are fetched once, also for concurrent requests", async () => {
    const fresh = await configured();
    const idToken = await fresh.signIn(email);
    const replies = await Promise.all(Array.from({ length: 20 }, () => come(idToken)));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(lookUps(fresh)).toBe(1);
  });

  it("are fetched again for an unknown key id, at most every 30 s", async () => {
    const fresh = await configured();
    const before = await fresh.signIn(email);
    expect((await come(before)).status).toBe(200);
    await fresh.rotate();
    const after = await fresh.signIn(email);
    for (let count = 0; count < 5; count++) expect((await come(after)).error.code).toBe("UNAUTHORIZED");
    expect(lookUps(fresh)).toBe(1);
    await moveClock("31 seconds");
    expect((await come(after)).status).toBe(200);
    expect((await come(before)).error.code).toBe("UNAUTHORIZED");
    expect(lookUps(fresh)).toBe(2);
  });

  it("are cached for ten minutes", async () => {
    const fresh = await configured();
    const idToken = await fresh.signIn(email);
    expect((await come(idToken)).status).toBe(200);
    await fresh.rotate();
    await moveClock("9 minutes");
    expect((await come(idToken)).status).toBe(200);
    await moveClock("1 minute 1 second");
    expect((await come(idToken)).error.code).toBe("UNAUTHORIZED");
  });

  it("are used during an outage while cached, and fetched again after it", async () => {
    const fresh = await configured();
    const before = await fresh.signIn(email);
    expect((await come(before)).status).toBe(200);
    await fresh.rotate();
    const after = await fresh.signIn(email);
    await moveClock("1 minute");
    fresh.fault = (request) => request.socket.destroy();
    expect((await come(after)).error.code).toBe("UNAUTHORIZED");
    expect((await come(before)).status).toBe(200);
    fresh.fault = null;
    await moveClock("31 seconds");
    expect((await come(after)).status).toBe(200);
    await fresh.close();
    await moveClock("10 minutes");
    expect((await come(after)).status).toBe(503);
  });
});

describe("while the provider accepts calls and does not answer", () => {
  it("a token with a cached key does not wait for one with an unknown key id, which is 401 after one fetch", async () => {
    const fresh = await configured();
    const idToken = await fresh.signIn(email);
    expect((await come(idToken)).status).toBe(200);
    await moveClock("1 minute");
    const silent = await silence(fresh);
    let refused = 0;
    const tokens = await Promise.all(Array.from({ length: 50 }, (_, at) => madeUp(`made-up-${at}`)));
    // Waits until the provider closes the connection, not for a fixed time.
    const deadline = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => new AbortController().signal);
    const flood = tokens.map(async (token) => {
      const reply = await come(token);
      refused += 1;
      return reply;
    });
    await until(() => silent.calls === 1);
    expect(answersOf(await Promise.all(Array.from({ length: 5 }, () => come(idToken))))).toEqual(new Set([200]));
    expect(refused).toBe(0);
    deadline.mockRestore();
    silent.hangUp();
    expect(answersOf(await Promise.all(flood))).toEqual(new Set([401]));
    expect(silent.calls).toBe(1);
  });

  it("a failed fetch counts: the next unknown key id is rejected at once for 30 s", async () => {
    const fresh = await configured();
    const idToken = await fresh.signIn(email);
    expect((await come(idToken)).status).toBe(200);
    await moveClock("1 minute");
    const silent = await silence(fresh);
    for (const calls of [1, 2]) {
      const first = come(await madeUp("first"));
      await until(() => silent.calls === calls);
      silent.hangUp();
      const others = [await first, await come(await madeUp("second")), await come(await madeUp("third"))];
      expect(answersOf(others)).toEqual(new Set([401]));
      expect((await come(idToken)).status).toBe(200);
      expect(silent.calls).toBe(calls);
      await moveClock("31 seconds");
    }
  });

  it("without cached keys all are 503, after one fetch", async () => {
    const fresh = await configured();
    const idToken = await fresh.signIn(email);
    const silent = await silence(fresh);
    const crowd = [come(await madeUp("made-up")), ...Array.from({ length: 10 }, () => come(idToken))];
    expect(answersOf(await Promise.all(crowd))).toEqual(new Set([503]));
    expect(silent.calls).toBe(1);
  });
});

describe("503 SERVICE_UNAVAILABLE when the provider", () => {
  const json = (value: unknown) => (_request: unknown, response: ServerResponse) => response.end(JSON.stringify(value));
  const faults: [string, (issuer: string) => RequestListener][] = [
    ["is not there", () => (request) => request.socket.destroy()],
    ["answers an error", () => (_request, response) => response.writeHead(500).end("{}")],
    ["answers a page", () => (_request, response) => response.end("<!doctype html>")],
    ["sends us elsewhere", () => (_request, response) => response.writeHead(302, { Location: elsewhere.issuer }).end()],
    [
      "calls itself otherwise",
      () => json({ issuer: "https://issuer.example", jwks_uri: "https://issuer.example/jwks" }),
    ],
    ["has its keys in a file", (issuer) => json({ issuer, jwks_uri: "file:///etc/keys.json" })],
    ["publishes no keys", (issuer) => json({ issuer, jwks_uri: `${issuer}/jwks` })],
    ["never answers", () => () => undefined],
  ];

  it.each(faults)("%s; then the keys are fetched again", async (_name, fault) => {
    const fresh = await configured();
    const idToken = await fresh.signIn(email);
    fresh.fault = fault(fresh.issuer);
    const reply = await come(idToken);
    expect([reply.status, reply.error.code, reply.headers.get("retry-after")]).toEqual([
      503,
      "SERVICE_UNAVAILABLE",
      "1",
    ]);
    fresh.fault = null;
    expect((await come(idToken)).status).toBe(200);
  });
});

/** Instead of the provider, a listener that accepts and counts calls and does not answer, until it closes them. */
async function silence(gone: OpenIdProvider): Promise<{ calls: number; hangUp: () => void }> {
  await gone.close();
  const sockets: Socket[] = [];
  const listener = createServer((socket) => {
    sockets.push(socket);
    socket.once("data", () => {
      state.calls += 1;
    });
  });
  const hangUp = () => {
    for (const socket of sockets.splice(0)) socket.destroy();
  };
  const state = { calls: 0, hangUp };
  await new Promise<void>((resolve) => listener.listen(Number(new URL(gone.issuer).port), "127.0.0.1", resolve));
  started.push({
    close: () => {
      hangUp();
      listener.close();
    },
  });
  return state;
}
