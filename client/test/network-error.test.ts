import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { hasOpenssl, newAuthority } from "../../server/test/banks/certificates";
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
  const listening = async (server: http.Server) => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  };

  it("a port on which nothing listens", async () => {
    const server = http.createServer();
    const port = await listening(server);
    await new Promise((resolve) => server.close(resolve));
    const origin = `http://127.0.0.1:${port}`;
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
    const server = https.createServer({ cert, key });
    const port = await listening(server);
    expect(await messageAt(`https://127.0.0.1:${port}`)).toMatch(
      /failed: unable to (?:get local issuer certificate|verify the first certificate)(?:; .+)?, [A-Z_]+\.$/,
    );
    await new Promise((resolve) => server.close(resolve));
  });

  it("a server without TLS at an https URL, without OpenSSL's own line", async () => {
    const server = http.createServer();
    const port = await listening(server);
    expect(await messageAt(`https://127.0.0.1:${port}`)).toMatch(
      /failed: the server answers without TLS: is its URL http instead of https\? \([A-Z_]+\)\.$/,
    );
    await new Promise((resolve) => server.close(resolve));
  });

  it("a server that closes the connection", async () => {
    const server = http.createServer((request) => request.socket.destroy());
    const port = await listening(server);
    expect(await messageAt(`http://127.0.0.1:${port}`)).toMatch(/failed: other side closed, UND_ERR_SOCKET\.$/);
    await new Promise((resolve) => server.close(resolve));
  });
});
