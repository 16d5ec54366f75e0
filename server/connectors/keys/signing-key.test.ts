import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { SignJWT } from "jose";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { GET } from "../../../app/tpp/jwks.json/route";
import { open } from "../../lib/crypto";
import { query } from "../../test/database";
import { installationSigningKey, publicKeySet, SIGNING_ALGORITHM } from "./signing-key";
import { storeSigningKey } from "./signing-key-store";

/** The key in another process, with nothing in memory. */
async function elsewhere() {
  vi.resetModules();
  return (await import("./signing-key")) as typeof import("./signing-key");
}

// The tests' database template contains one.
beforeAll(() => query("DELETE FROM signing_keys"));

describe("the installation's signing key", () => {
  it("is generated once for concurrent callers and all processes", async () => {
    const { installationSigningKey: other } = await elsewhere();
    const keys = await Promise.all([installationSigningKey(), installationSigningKey(), other()]);
    expect(new Set(keys.map(({ keyId }) => keyId)).size).toBe(1);
    const { rows } = await query("SELECT name FROM signing_keys");
    expect(rows).toHaveLength(1);
  });

  it("is stored sealed: the row contains no readable key, and opens for this row only", async () => {
    await installationSigningKey();
    const { rows } = await query<{ sealed_key: Buffer }>("SELECT * FROM signing_keys");
    const sealed = rows[0]?.sealed_key ?? Buffer.alloc(0);
    expect(sealed.toString("latin1")).not.toContain("PRIVATE KEY");
    expect(open(sealed, "signing_keys installation")).toContain("BEGIN PRIVATE KEY");
    expect(() => open(sealed, "signing_keys other")).toThrow();
  });

  it("stays the first one when two processes generate one at the same time", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const { keyId } = await installationSigningKey();
    expect((await storeSigningKey("installation", { keyId: "late", pem })).keyId).toBe(keyId);
  });

  it("has only its public key at GET /tpp/jwks.json", async () => {
    const answer = await GET();
    expect(answer.headers.get("content-type")).toBe("application/jwk-set+json");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=60");
    const published = (await answer.json()) as Awaited<ReturnType<typeof publicKeySet>>;
    expect(published).toEqual(await publicKeySet());
    const [key = {}] = published.keys;
    expect(Object.keys(key).sort()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
    expect(Buffer.from(key.n ?? "", "base64url")).toHaveLength(256);
  });

  it("makes signatures that another implementation verifies with the published key", async () => {
    const { keyId, privateKey } = await installationSigningKey();
    const jwt = await new SignJWT({ a: 1 }).setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: keyId }).sign(privateKey);
    const [head = "", body = "", signature = ""] = jwt.split(".");
    const [jwk = {}] = (await publicKeySet()).keys;
    expect(jwk.kid).toBe(keyId);
    const key = { key: createPublicKey({ key: { ...jwk }, format: "jwk" }), padding: 6, saltLength: 32 };
    const proves = (text: string) => verify("sha256", Buffer.from(text), key, Buffer.from(signature, "base64url"));
    expect(proves(`${head}.${body}`)).toBe(true);
    expect(proves(`${head}.${body}x`)).toBe(false);
  });
});
