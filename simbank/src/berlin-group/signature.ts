import { createHash, verify, X509Certificate } from "node:crypto";
import type { Xs2aCall } from "../simbank-call";
import { readNow } from "../store";
import { errorAnswer } from "./answers";

/** Signed in every message; other headers are signed where present (NextGenPSD2 1.3.11, section 12.2). */
const ALWAYS_SIGNED = ["digest", "x-request-id", "date"];
const SIGNED_IF_SENT = ["psu-id", "psu-corporate-id", "tpp-redirect-uri"];

/**
 * Message signature by the caller's seal certificate (QSealC): `Digest` over the body, `Signature` over headers, the
 * certificate itself in `TPP-Signature-Certificate`. Null: valid; else the error answer.
 */
export async function refuseUnsigned({ request, body }: Xs2aCall): Promise<Response | null> {
  const { headers } = request;
  const refuse = (code: string, text: string) => errorAnswer(request, 401, code, text);
  const signature = headers.get("Signature");
  if (signature === null || headers.get("Digest") === null) {
    return refuse("SIGNATURE_MISSING", "This bank accepts signed messages only.");
  }
  const encoded = headers.get("TPP-Signature-Certificate");
  if (encoded === null) return refuse("CERTIFICATE_MISSING", "The certificate of the seal (QSealC) is required.");
  const certificate = readCertificate(encoded);
  if (!certificate) return refuse("CERTIFICATE_INVALID", "The certificate of the seal (QSealC) cannot be read.");
  const now = await readNow();
  if (now < new Date(certificate.validFrom) || now > new Date(certificate.validTo)) {
    return refuse("CERTIFICATE_EXPIRED", "The certificate of the seal (QSealC) is not valid now.");
  }
  const problem = problemOf(headers, body, certificate, signature);
  return problem === null ? null : refuse("SIGNATURE_INVALID", problem);
}

function readCertificate(encoded: string): X509Certificate | null {
  try {
    return new X509Certificate(Buffer.from(encoded.replace(/-----[A-Z ]+-----|\s/g, ""), "base64"));
  } catch {
    return null;
  }
}

function problemOf(headers: Headers, body: string, certificate: X509Certificate, signature: string): string | null {
  const digest = createHash("sha256").update(body, "utf8").digest("base64");
  if (headers.get("Digest") !== `SHA-256=${digest}`) return "The digest does not match the body.";
  const parts = new Map([...signature.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
  const [keyId = "", algorithm, signed = "", value = ""] = ["keyId", "algorithm", "headers", "signature"].map((name) =>
    parts.get(name),
  );
  if (algorithm !== "rsa-sha256") return "The algorithm is not rsa-sha256.";
  const serial = /^SN=([0-9A-F]+),/i.exec(keyId)?.[1];
  if (serial === undefined || BigInt(`0x${serial}`) !== BigInt(`0x${certificate.serialNumber}`)) {
    return "The keyId does not match the certificate.";
  }
  const names = signed.toLowerCase().split(" ");
  const needed = [...ALWAYS_SIGNED, ...SIGNED_IF_SENT.filter((name) => headers.has(name))];
  const missing = needed.find((name) => !names.includes(name));
  if (missing !== undefined) return `The header ${missing} is not signed.`;
  const lines = names.map((name) => `${name}: ${headers.get(name) ?? ""}`);
  const isRight = verify(
    "sha256",
    Buffer.from(lines.join("\n"), "latin1"),
    certificate.publicKey,
    Buffer.from(value, "base64"),
  );
  return isRight ? null : "The signature does not match the headers.";
}
