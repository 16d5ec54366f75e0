import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { SIMULATION_KEY_HEADER, simulationKeys } from "../../lib/config/simulation-key";
import { forgetCaller, rememberCaller } from "../../lib/known-callers";
import { identifyCaller } from "./identify-caller";

const ADDRESS = "192.0.2.7";
const asked = (headers: Record<string, string>, url = "/api/v1/payment-links", remoteAddress = ADDRESS) =>
  identifyCaller({ headers, url, socket: { remoteAddress } as Socket });
const SHOP = { owner: "merchant:shop", credential: "credential:1" };

describe("the caller of a request", () => {
  it("is the token's owner while the token is known to be valid, and the address before and after", () => {
    const headers = { authorization: "Bearer atok_one" };
    expect(asked(headers)).toEqual({ owner: `address:${ADDRESS}`, credential: null });
    rememberCaller("atok_one", SHOP);
    expect(asked(headers)).toEqual(SHOP);
    forgetCaller("atok_one");
    expect(asked(headers)).toEqual({ owner: `address:${ADDRESS}`, credential: null });
  });

  it("is the address for 1,000 requests with a new random token each", () => {
    const owners = Array.from({ length: 1_000 }, (_, n) => asked({ authorization: `Bearer atok_${n}` }).owner);
    expect(new Set(owners)).toEqual(new Set([`address:${ADDRESS}`]));
  });

  it("is the user of a session cookie, with and without the __Host- prefix", () => {
    rememberCaller("bses_one", { owner: "user:1", credential: "user:1" });
    for (const name of ["__Host-bankside.session", "bankside.session"])
      expect(asked({ cookie: `a=b; ${name}=bses_one; c=d` }).owner).toBe("user:1");
    expect(asked({ cookie: "x-bankside.session=bses_one" }).owner).toBe(`address:${ADDRESS}`);
  });

  it("ignores X-Forwarded-For of a public peer and uses only the last hop of a private one", () => {
    const forwarded = { "x-forwarded-for": "198.51.100.1, 203.0.113.9" };
    expect(asked(forwarded).owner).toBe(`address:${ADDRESS}`);
    expect(asked(forwarded, "/", "172.17.0.1").owner).toBe("address:172.17.0.1 203.0.113.9");
    expect(asked({}, "/", "172.17.0.1").owner).toBe("address:172.17.0.1");
  });

  it("at the simulated bank is the product with its key, and anonymous without it or with another", () => {
    const path = "/simbank/bpi/xs2a/v1/consents";
    const key = SIMULATION_KEY_HEADER.toLowerCase();
    expect(asked({ [key]: simulationKeys() }, path)).toEqual({ owner: "simbank", credential: "simbank" });
    const anonymous = { owner: `address:${ADDRESS}`, credential: null };
    expect(asked({}, path)).toEqual(anonymous);
    expect(asked({ [key]: "c29tZXRoaW5nIGVsc2U" }, path)).toEqual(anonymous);
    expect(asked({ [key]: simulationKeys() })).toEqual(anonymous);
  });
});
