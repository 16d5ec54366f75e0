import { describe, expect, it } from "vitest";
import { parseAllowedNetworks, refuseOtherAddresses } from "./allowed-networks";

describe("networks of a credential", () => {
  it("are stored as CIDR, each once; a plain address is a network of one address", () => {
    const typed = [" 203.0.113.7 ", "203.0.113.0/24", "203.0.113.7/32", "2001:db8::/32", "2001:db8::1", ""];
    const stored = ["203.0.113.7/32", "203.0.113.0/24", "2001:db8::/32", "2001:db8::1/128"];
    expect(parseAllowedNetworks(typed)).toEqual(stored);
  });

  it.each([
    "example.com",
    "203.0.113.7:443",
    "203.0.113.0/33",
    "203.0.113.0/-1",
    "203.0.113",
    "0.0.0.0/0",
    "::/0",
    "*",
  ])("refuse %s, naming it", (entry) => {
    expect(() => parseAllowedNetworks(["203.0.113.7", entry])).toThrow(
      expect.objectContaining({
        code: "VALIDATION_ERROR",
        metadata: { errors: [{ field: "allowed_networks", message: expect.stringContaining(entry) }] },
      }),
    );
  });

  it("are at most 50", () => {
    const many = Array.from({ length: 51 }, (_, index) => `203.0.113.${index}`);
    expect(() => parseAllowedNetworks(many)).toThrow(expect.objectContaining({ code: "VALIDATION_ERROR" }));
    expect(parseAllowedNetworks(many.slice(1))).toHaveLength(50);
  });
});

describe("a call from an address", () => {
  const networks = ["203.0.113.0/24", "2001:db8::/32"];
  const call =
    (ip: string | null, allowedNetworks = networks) =>
    () =>
      refuseOtherAddresses({ ip }, { allowedNetworks, merchantId: null });

  it.each([
    "203.0.113.0",
    "203.0.113.255",
    "2001:db8::1",
    "2001:db8:ffff:ffff::",
    // As a dual-stack socket reports it.
    "::ffff:203.0.113.9",
  ])("is allowed from %s", (ip) => {
    expect(call(ip)).not.toThrow();
  });

  it.each(["203.0.112.255", "203.0.114.0", "2001:db9::", "::1", "::ffff:198.51.100.7", "", "x", null])(
    "is refused from %j",
    (ip) => {
      expect(call(ip)).toThrow(expect.objectContaining({ code: "FORBIDDEN", status: 403 }));
    },
  );

  it("is allowed from everywhere if the list is empty", () => {
    expect(call(null, [])).not.toThrow();
  });
});
