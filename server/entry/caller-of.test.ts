import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { forgetCaller, rememberCaller } from "../lib/known-callers";
import { callerOf, networkOf } from "./caller-of";

const ADDRESS = "192.0.2.7";
const asked = (headers: Record<string, string>, url = "/api/v1/payment-links", remoteAddress = ADDRESS) =>
  callerOf({ headers, url, socket: { remoteAddress } as Socket });
const SHOP = { owner: "merchant:shop", credential: "credential:1" };

describe("the caller of a request", () => {
  it("is the token's owner once the token was found to be valid, and the address before and after", () => {
    const headers = { authorization: "Bearer atok_one" };
    expect(asked(headers)).toEqual({ owner: `address:${ADDRESS}`, credential: null });
    rememberCaller("atok_one", SHOP);
    expect(asked(headers)).toEqual(SHOP);
    forgetCaller("atok_one");
    expect(asked(headers)).toEqual({ owner: `address:${ADDRESS}`, credential: null });
  });

  it("is one and the same for 1,000 requests with a new random token each: their address", () => {
    const owners = Array.from({ length: 1_000 }, (_, n) => asked({ authorization: `Bearer atok_${n}` }).owner);
    expect(new Set(owners)).toEqual(new Set([`address:${ADDRESS}`]));
  });

  it("is the user of a session cookie, with and without the __Host- prefix", () => {
    rememberCaller("bses_one", { owner: "user:1", credential: "user:1" });
    for (const name of ["__Host-bankside.session", "bankside.session"])
      expect(asked({ cookie: `a=b; ${name}=bses_one; c=d` }).owner).toBe("user:1");
    expect(asked({ cookie: "x-bankside.session=bses_one" }).owner).toBe(`address:${ADDRESS}`);
  });

  it("does not follow X-Forwarded-For of a peer on the internet, and of one on a private network only the last hop", () => {
    const forwarded = { "x-forwarded-for": "198.51.100.1, 203.0.113.9" };
    expect(asked(forwarded).owner).toBe(`address:${ADDRESS}`);
    expect(asked(forwarded, "/", "172.17.0.1").owner).toBe("address:172.17.0.1 203.0.113.9");
    expect(asked({}, "/", "172.17.0.1").owner).toBe("address:172.17.0.1");
  });

  it("at the simulated bank is apart from the people at the same address", () => {
    expect(asked({}, "/simbank/bpi/app").owner).toBe(`simbank:${ADDRESS}`);
  });
});

it.each([
  ["192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002:ffff::", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["64:ff9b::192.0.2.7", "64:ff9b:0:0::/64"],
])("%s belongs to the network %s", (address, network) => expect(networkOf(address)).toBe(network));
