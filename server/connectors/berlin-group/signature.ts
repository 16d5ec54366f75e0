import { createHash, sign, X509Certificate } from "node:crypto";
import { now } from "../../lib/clock";
import { selfSignedCertificate } from "../../lib/net/self-signed-certificate";
import { signingOf } from "../keys/key-material";
import type { BankProfile } from "../profile-schema";

/** The headers to sign, in this order, if the message has them (NextGenPSD2 1.3, section 12.2). */
const SIGNED_HEADERS = ["digest", "x-request-id", "psu-id", "psu-corporate-id", "tpp-redirect-uri", "date"];

type Message = { headers: Readonly<Record<string, string>>; body: string };

/**
 * The signature headers of a message: `Digest` (RFC 3230) of the body, also of an empty one, `Signature`
 * (draft-cavage-http-signatures-10, `rsa-sha256`) and the certificate. Empty for banks without signatures. Without a
 * certificate in the profile, a self-signed one is sent, which only simulated banks accept.
 */
export async function signatureHeaders(profile: BankProfile, message: Message): Promise<Record<string, string>> {
  const signing = await signingOf(profile);
  if (signing === null) return {};
  const certificate = new X509Certificate(signing.certificatePem ?? selfSignedCertificate(signing.privateKey));
  const sealed: Record<string, string> = {
    Digest: `SHA-256=${createHash("sha256").update(message.body, "utf8").digest("base64")}`,
    Date: now().toUTCString(),
  };
  const values = new Map(
    Object.entries({ ...message.headers, ...sealed }).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const names = SIGNED_HEADERS.filter((name) => values.has(name));
  const text = names.map((name) => `${name}: ${values.get(name)}`).join("\n");
  const signature = sign("sha256", Buffer.from(text, "latin1"), signing.privateKey).toString("base64");
  const parts = { keyId: keyIdOf(certificate), algorithm: "rsa-sha256", headers: names.join(" "), signature };
  return {
    ...sealed,
    Signature: Object.entries(parts)
      .map(([name, value]) => `${name}="${value}"`)
      .join(","),
    "TPP-Signature-Certificate": certificate.raw.toString("base64"),
  };
}

/** The serial number in hexadecimal, and the issuer's distinguished name in the order and escapes of RFC 4514. */
function keyIdOf({ serialNumber, issuer }: X509Certificate): string {
  const name = issuer
    .split("\n")
    .reverse()
    .join(",")
    .replace(/["\\]|[^\x20-\x7e]/gu, (char) =>
      [...Buffer.from(char, "utf8")].map((byte) => `\\${byte.toString(16).toUpperCase().padStart(2, "0")}`).join(""),
    );
  return `SN=${serialNumber},CA=${name}`;
}
