import { createPublicKey } from "node:crypto";
import { createLocalJWKSet, type JSONWebKeySet } from "jose";
import { describe, expect, it } from "vitest";
import { type Json, keySetOf, newTpp, readJws, signDetached } from "../../test/banks/tpp";
import { installationSigningKey } from "../keys/signing-key";
import { signMessage, whyUnproven } from "./message-signature";

// The other side of each test uses node:crypto directly (server/test/banks/tpp.ts): an independent implementation of the standard.

const OB = "http://openbanking.org.uk";
const BODY = '{"Data":{"Initiation":{"RemittanceInformation":{"Reference":"Ærø №1"}}}}';
const names = { issuer: "0015800001HQQrZAAX/client", trustAnchor: "openbanking.org.uk" };

describe("our signature", () => {
  it("is a JWS with detached content that another implementation verifies, over the exact bytes", async () => {
    const material = await installationSigningKey();
    const signature = await signMessage(BODY, material, names);
    const latest = Math.floor(Date.now() / 1000) - 30;
    const [header = "", payload, proof = ""] = signature.split(".");
    expect(payload).toBe("");
    const whole = (body: string) => `${header}.${Buffer.from(body, "utf8").toString("base64url")}.${proof}`;
    const publicKey = createPublicKey(material.privateKey);
    const read = readJws(whole(BODY), publicKey);
    expect(read?.header).toEqual({
      alg: "PS256",
      kid: material.keyId,
      [`${OB}/iat`]: expect.any(Number),
      [`${OB}/iss`]: names.issuer,
      [`${OB}/tan`]: names.trustAnchor,
      crit: [`${OB}/iat`, `${OB}/iss`, `${OB}/tan`],
    });
    // 30 s earlier, for a bank whose clock is behind.
    expect(read?.header[`${OB}/iat`]).toBeLessThanOrEqual(latest);
    expect(read?.header).not.toHaveProperty("b64");
    expect(readJws(whole(`${BODY} `), publicKey)).toBeNull();
    expect(readJws(whole(BODY), newTpp().publicKey)).toBeNull();
  });
});

describe("the bank's signature", () => {
  const bank = newTpp();
  const keys = createLocalJWKSet(keySetOf(bank) as unknown as JSONWebKeySet);
  const why = (signature: string | undefined, body = BODY) => whyUnproven(signature, body, keys);
  const withHeader = (header: Json) => signDetached(bank, BODY, header);

  it("is verified when another implementation made it", async () => {
    expect(await why(signDetached(bank, BODY))).toBeNull();
    expect(await why(withHeader({ cty: "application/json" }))).toBeNull();
  });

  it("is refused for other bytes, another key, when missing or malformed", async () => {
    const good = signDetached(bank, BODY);
    expect(await why(good, `${BODY}\n`)).toContain("ERR_JWS_SIGNATURE_VERIFICATION_FAILED");
    expect(await why(signDetached({ ...newTpp(), keyId: bank.keyId }, BODY))).toContain("VERIFICATION_FAILED");
    expect(await why(signDetached(newTpp(), BODY))).toContain("ERR_JWKS_NO_MATCHING_KEY");
    for (const missing of [undefined, ""]) expect(await why(missing)).toBe("it is not signed");
    const [header, , proof] = good.split(".");
    const attached = `${header}.${Buffer.from(BODY).toString("base64url")}.${proof}`;
    for (const odd of ["x", "..", attached, `${good}.x`, `${header}..`]) expect(await why(odd)).toContain("not a JWS");
  });

  it.each<[string, Json]>([
    ["alg none", { alg: "none" }],
    ["a symmetric algorithm", { alg: "HS256" }],
    ["another algorithm", { alg: "RS256" }],
    ["an issue time in the future", { [`${OB}/iat`]: Math.floor(Date.now() / 1000) + 3600 }],
    ["an issue time that is not a number", { [`${OB}/iat`]: "today" }],
    ["a payload that is not encoded", { b64: false }],
    ["claims that are not critical", { crit: [`${OB}/iat`] }],
    ["an unknown critical claim", { crit: [`${OB}/iat`, `${OB}/iss`, `${OB}/tan`, "exp"] }],
    ["a critical claim that is missing", { [`${OB}/tan`]: undefined }],
    ["nothing critical", { crit: undefined }],
    ["an issuer that is not a string", { [`${OB}/iss`]: 7 }],
  ])("is refused with %s", async (_name, header) => {
    expect(await why(withHeader(header))).not.toBeNull();
  });
});
