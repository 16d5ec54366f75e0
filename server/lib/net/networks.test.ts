import { describe, expect, it } from "vitest";
import { isLoopback, isLoopbackHost, isPrivate, networkOf, siteOf } from "./networks";

describe("networkOf()", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002:ffff::", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["64:ff9b::192.0.2.7", "64:ff9b:0:0::/64"],
    ["2001:db8:1:2:3:4:192.0.2.7", "2001:db8:1:2::/64"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["0:0:0:0:0:FFFF:203.0.113.7", "203.0.113.7"],
    ["not an address", "not an address"],
    [null, "unknown"],
  ])("of %s is %s", (address, network) => expect(networkOf(address)).toBe(network));
});

it.each([
  ["127.0.0.1", true, false],
  ["::1", true, false],
  ["10.1.2.3", false, true],
  ["172.31.0.1", false, true],
  ["172.32.0.1", false, false],
  ["192.168.0.1", false, true],
  ["fd00::1", false, true],
  ["::ffff:10.1.2.3", false, true],
  ["2001:db8::1", false, false],
  ["203.0.113.7", false, false],
])("%s is loopback: %s, private: %s", (address, own, priv) =>
  expect([isLoopback(address), isPrivate(address)]).toEqual([own, priv]),
);

it.each([
  ["localhost", true],
  ["shop.localhost", true],
  ["[::1]", true],
  ["localhost.example", false],
])("the host %s is loopback: %s", (host, own) => expect(isLoopbackHost(host)).toBe(own));

it("the site of an address is the address itself, or the /48 of IPv6", () => {
  expect(["2001:db8:0:1::7", "2001:db8::1:0:0:0:7", "203.0.113.7", null].map(siteOf)).toEqual([
    "2001:db8:0::/48",
    "2001:db8:0::/48",
    "203.0.113.7",
    "unknown",
  ]);
});
