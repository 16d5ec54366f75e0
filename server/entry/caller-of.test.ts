import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { forgetCaller, rememberCaller } from "../lib/known-callers";
import { SIMULATION_KEY_HEADER, simulationKeys } from "../lib/simulation-key";
import { callerOf } from "./caller-of";

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

  it("at the simulated bank is the product itself with its key, and without it or with another a stranger", () => {
    const path = "/simbank/bpi/xs2a/v1/consents";
    const key = SIMULATION_KEY_HEADER.toLowerCase();
    expect(asked({ [key]: simulationKeys() }, path)).toEqual({ owner: "simbank", credential: "simbank" });
    const stranger = { owner: `address:${ADDRESS}`, credential: null };
    expect(asked({}, path)).toEqual(stranger);
    expect(asked({ [key]: "c29tZXRoaW5nIGVsc2U" }, path)).toEqual(stranger);
    expect(asked({ [key]: simulationKeys() })).toEqual(stranger);
  });
});
