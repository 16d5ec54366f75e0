import { describe, expect, it } from "vitest";
import { ctx, newTenant } from "../../test/rows/fixtures";
import { authenticate } from "./authenticate";
import { issueToken } from "./issue-token";

describe("a token of client credentials", () => {
  it("acts for its own client when several are issued at once, and a wrong secret among them fails alone", async () => {
    const tenants = await Promise.all([newTenant(), newTenant(), newTenant()]);
    const asked = tenants.map(({ clientId, clientSecret }, index) =>
      issueToken(ctx, {
        client_id: index === 2 ? clientId.toUpperCase() : clientId,
        client_secret: index === 1 ? "wrong" : clientSecret,
      }),
    );
    const [first, wrong, third] = await Promise.allSettled(asked);
    expect(wrong).toMatchObject({ status: "rejected", reason: { code: "UNAUTHORIZED" } });
    for (const [issued, tenant] of [[first, tenants[0]] as const, [third, tenants[2]] as const]) {
      if (issued?.status !== "fulfilled") throw new Error("No token was issued.");
      const { caller } = await authenticate(`Bearer ${issued.value.access_token}`);
      expect(caller).toMatchObject({ kind: "merchant", merchantId: tenant?.merchantId });
    }
  });
});
