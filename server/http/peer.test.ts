import { beforeEach, describe, expect, it, vi } from "vitest";
import { setClockOffset } from "../lib/clock";
import { log } from "../lib/log";
import { readUntrustedProxy } from "../lib/net/untrusted-proxy";
import { peerHeader, peerOf, readDirectPeer, readPeer } from "./peer";

vi.stubEnv("TRUSTED_PROXIES", "10.0.0.0/8");

const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ headers, socket: { remoteAddress } }) as unknown as Parameters<typeof peerOf>[0];
const pageOf = (request: ReturnType<typeof from>) => new Headers([peerHeader(request)]);

beforeEach(() => {
  delete (globalThis as { banksideUntrustedProxy?: unknown }).banksideUntrustedProxy;
  setClockOffset(0);
});

describe("the peer of a page", () => {
  it("is the caller behind a trusted proxy, and not direct", () => {
    const headers = pageOf(from("10.0.0.1", { "x-forwarded-for": "203.0.113.7" }));
    expect([readPeer(headers), readDirectPeer(headers)]).toEqual(["203.0.113.7", null]);
  });

  it("is direct without proxy headers", () => {
    const headers = pageOf(from("::ffff:127.0.0.1"));
    expect([readPeer(headers), readDirectPeer(headers)]).toEqual(["127.0.0.1", "127.0.0.1"]);
  });

  it.each([
    ...[
      "x-forwarded-for",
      "x-forwarded-host",
      "x-forwarded-proto",
      "x-forwarded-port",
      "x-real-ip",
      "forwarded",
      "via",
    ],
    ...["cf-connecting-ip", "true-client-ip", "x-client-ip"],
  ])("is not direct with the header %s", (name) =>
    expect(readDirectPeer(pageOf(from("127.0.0.1", { [name]: "127.0.0.1" })))).toBeNull(),
  );

  it("is not direct over HTTP/1.0, which proxies use and browsers do not", () => {
    const by = (httpVersion: string) => ({ ...from("127.0.0.1"), httpVersion });
    expect(["1.0", "1.1"].map((version) => readDirectPeer(pageOf(by(version))))).toEqual([null, "127.0.0.1"]);
  });

  it("cannot be forged by a caller's own header", () => {
    const headers = new Headers({ "x-bankside-peer": "key 127.0.0.1 127.0.0.1" });
    expect([readPeer(headers), readDirectPeer(headers)]).toEqual([null, null]);
  });
});

describe("X-Forwarded-For from a peer that is not trusted", () => {
  const forwarded = { "x-forwarded-for": "203.0.113.7" };

  it("is ignored, shown to the operator, and logged at most once an hour", () => {
    const warn = vi.spyOn(log(), "warn");
    for (let count = 0; count < 3; count++) expect(peerOf(from("192.0.2.5", forwarded))).toBe("192.0.2.5");
    expect(readUntrustedProxy()?.address).toBe("192.0.2.5");
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0]).toEqual([{ peer: "192.0.2.5" }, expect.stringContaining("TRUSTED_PROXIES")]);
    setClockOffset(60 * 60 * 1000);
    peerOf(from("192.0.2.5", forwarded));
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it("is no longer shown an hour after the last one", () => {
    peerOf(from("192.0.2.5", forwarded));
    setClockOffset(60 * 60 * 1000 + 1000);
    expect(readUntrustedProxy()).toBeNull();
  });

  it("control: from a trusted proxy, or absent, causes no warning", () => {
    peerOf(from("10.0.0.1", forwarded));
    peerOf(from("192.0.2.5"));
    expect(readUntrustedProxy()).toBeNull();
  });
});
