import http from "node:http";
import https from "node:https";
import { describe, expect, it } from "vitest";
import { hasOpenssl, newAuthority } from "../../server/test/banks/certificates";
import { onLoopback } from "../../server/test/processes/on-loopback";
import { type BanksideError, createBankside } from "../src/index.js";
import { failureOf } from "./stage";

describe("NETWORK_ERROR names the cause", () => {
  const messageAt = async (baseUrl: string) => {
    const credential = { clientId: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10", clientSecret: "csec_x" };
    const client = createBankside({ baseUrl, ...credential, retry: { attempts: 1 } });
    const error = await failureOf(client.listTopBanks({ country: "PT" }));
    expect(error).toMatchObject({ code: "NETWORK_ERROR", status: 0 });
    return (error as BanksideError).message;
  };

  it("a port on which nothing listens", async () => {
    const { port, origin, close } = await onLoopback(http.createServer());
    await close();
    expect(await messageAt(origin)).toBe(
      `No response: the connection to ${origin} failed: connect ECONNREFUSED 127.0.0.1:${port}.`,
    );
  });

  it("a name that does not exist", async () => {
    expect(await messageAt("http://bankside.invalid")).toMatch(
      /failed: getaddrinfo (?:ENOTFOUND|EAI_AGAIN) bankside\.invalid\.$/,
    );
  });

  it.skipIf(!hasOpenssl())("a certificate of an authority that is unknown here", async () => {
    const authority = newAuthority("Own CA");
    const { cert, key } = authority.issue("localhost");
    authority.close();
    const { origin, close } = await onLoopback(https.createServer({ cert, key }));
    expect(await messageAt(origin)).toMatch(
      /failed: unable to (?:get local issuer certificate|verify the first certificate)(?:; .+)?, [A-Z_]+\.$/,
    );
    await close();
  });

  it("a server without TLS at an https URL, without OpenSSL's own line", async () => {
    const { port, close } = await onLoopback(http.createServer());
    expect(await messageAt(`https://127.0.0.1:${port}`)).toMatch(
      /failed: the server answers without TLS: is its URL http instead of https\? \([A-Z_]+\)\.$/,
    );
    await close();
  });

  it("a server that closes the connection", async () => {
    const { origin, close } = await onLoopback(http.createServer((request) => request.socket.destroy()));
    expect(await messageAt(origin)).toMatch(/failed: other side closed, UND_ERR_SOCKET\.$/);
    await close();
  });
});

it("an error with a digest, by which Next ends a prerender, ends the call unchanged, and is not retried", async () => {
  const ended = Object.assign(new Error("couldn't be rendered statically"), { digest: "DYNAMIC_SERVER_USAGE" });
  let calls = 0;
  const endedByNext = () => {
    calls += 1;
    return Promise.reject(ended);
  };
  const credential = { clientId: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10", clientSecret: "csec_x" };
  const client = createBankside({ baseUrl: "http://bankside.invalid", ...credential, fetch: endedByNext });
  expect(await failureOf(client.createPaymentLink({ order: { amount: 2550, currency: "EUR" } }))).toBe(ended);
  expect(calls).toBe(1);
});
