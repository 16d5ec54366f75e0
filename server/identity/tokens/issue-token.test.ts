import { describe, expect, it, vi } from "vitest";
import { sha256 } from "../../lib/crypto";
import { db } from "../../lib/db";
import { newId } from "../../lib/ids";
import { log } from "../../lib/log";
import { moveClock, query } from "../../test/database";
import { ctx, newTenant } from "../../test/rows/fixtures";
import { readStatusCode } from "../../test/rows/users";
import { createCredential } from "../credentials/create-credential";
import { MAX_LIVE_FAMILIES } from "../rules";
import { authenticate } from "./authenticate";
import { insertFamilies } from "./family-store";
import { issueToken } from "./issue-token";
import { refreshToken } from "./refresh-token";

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

describe("families beyond the limit of live ones", () => {
  it("cannot be refreshed, the oldest first, also concurrently; their access tokens stay valid", async () => {
    const { merchantId } = await newTenant();
    const [credential, other] = [
      await createCredential(ctx, { name: "Busy", owner: { merchantId } }),
      await createCredential(ctx, { name: "Other", owner: { merchantId } }),
    ];
    const [oldest, others] = [await issueToken(ctx, credential), await issueToken(ctx, other)];
    await Promise.all(Array.from({ length: MAX_LIVE_FAMILIES + 10 }, () => issueToken(ctx, credential)));
    await moveClock("1 second");
    const newest = await issueToken(ctx, credential);
    const { rows } = await query(
      "SELECT count(*)::int FROM token_families WHERE credential_id = $1 AND expires_at > app_now()",
      [credential.client_id],
    );
    expect(rows).toEqual([{ count: MAX_LIVE_FAMILIES }]);
    await expect(refreshToken(ctx, oldest)).rejects.toMatchObject({ code: "INVALID_GRANT" });
    expect(await readStatusCode(oldest.access_token)).toBe("PAYMENT_REQUEST_NOT_FOUND");
    for (const kept of [newest, others]) await expect(refreshToken(ctx, kept)).resolves.toBeDefined();
  });

  it("fail no token when they cannot be ended now", async () => {
    const credential = await createCredential(ctx, {
      name: "Busy",
      owner: { merchantId: (await newTenant()).merchantId },
    });
    const warned = vi.spyOn(log(), "warn").mockReturnValue(undefined);
    await query(`CREATE FUNCTION refuse_end() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE 'not now'; END $$`);
    await query("CREATE TRIGGER refuse_end BEFORE UPDATE ON token_families EXECUTE FUNCTION refuse_end()");
    try {
      const { access_token } = await issueToken(ctx, credential);
      expect(await readStatusCode(access_token)).toBe("PAYMENT_REQUEST_NOT_FOUND");
      expect(warned.mock.calls.map(([, message]) => message)).toEqual(["the oldest token families were not ended"]);
      // In a transaction, where nothing is stored then, no token is returned.
      const hash = (text: string) => sha256(`${credential.client_id} ${text}`);
      const lives = { accessExpiresInS: 900, expiresInS: 900 };
      const owner = { credentialId: credential.client_id };
      const family = { id: newId(), owner, accessHash: hash("access"), refreshHash: hash("refresh"), ...lives };
      const stored = db().$transaction((tx) => insertFamilies(tx, [family], { owners: [owner], max: 0 }));
      await expect(stored).rejects.toThrow("not now");
    } finally {
      await query("DROP TRIGGER refuse_end ON token_families");
      warned.mockRestore();
    }
  });
});
