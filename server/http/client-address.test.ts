import { describe, expect, it } from "vitest";
import type { AllowedNetwork } from "../lib/config/env";
import { clientAddress } from "./client-address";

const proxies: AllowedNetwork[] = [
  { address: "10.0.0.0", prefix: 8, family: "ipv4", port: null },
  { address: "fd00::", prefix: 8, family: "ipv6", port: null },
];

describe("the caller's address", () => {
  it.each([
    ["203.0.113.7", undefined, "203.0.113.7"],
    ["203.0.113.7", "198.51.100.1", "203.0.113.7"],
    ["::ffff:203.0.113.7", undefined, "203.0.113.7"],
    ["10.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["10.0.0.1", "1.2.3.4, 198.51.100.1", "198.51.100.1"],
    ["10.0.0.1", "1.2.3.4, 198.51.100.1, 10.0.0.2", "198.51.100.1"],
    ["fd00::1", "2001:db8::7", "2001:db8::7"],
    ["10.0.0.1", undefined, "10.0.0.1"],
    ["10.0.0.1", "nonsense", "10.0.0.1"],
    ["10.0.0.1", "10.0.0.2", "10.0.0.2"],
  ])("socket %s, X-Forwarded-For %s: %s", (socket, forwarded, expected) => {
    expect(clientAddress(socket, forwarded, proxies)).toBe(expected);
  });

  it("control: ignores X-Forwarded-For without TRUSTED_PROXIES", () => {
    expect(clientAddress("10.0.0.1", "198.51.100.1", [])).toBe("10.0.0.1");
  });
});
