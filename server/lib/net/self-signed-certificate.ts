import { createHash, createPublicKey, type KeyObject, sign } from "node:crypto";

const SERIAL_BYTES = 16;
/** ASN.1 tags (X.690 §8). */
const [INTEGER, BIT_STRING, NULL, OBJECT_ID, UTF8_STRING, UTC_TIME, GENERALIZED_TIME, SEQUENCE, SET] = [
  0x02, 0x03, 0x05, 0x06, 0x0c, 0x17, 0x18, 0x30, 0x31,
];
const SHA256_WITH_RSA = Buffer.from("2a864886f70d01010b", "hex");
const COMMON_NAME = Buffer.from("550403", "hex");
const SUBJECT = "Bankside, simulation only";
/**
 * Valid from a fixed past date without an end (RFC 5280 §4.1.2.5), so that the certificate doesn't depend on the day of
 * its creation.
 */
const NOT_BEFORE = "200101000000Z";
const NOT_AFTER = "99991231235959Z";

/**
 * A self-signed X.509 certificate (RFC 5280, version 1) of an RSA key, as PEM. Node can read certificates but not
 * create them. It identifies no holder and is not trusted: it is for counterparts that check a signature with the
 * certificate sent with it. The same key gives the same certificate in every process.
 */
export function selfSignedCertificate(privateKey: KeyObject): string {
  const publicKey = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  const algorithm = der(SEQUENCE, der(OBJECT_ID, SHA256_WITH_RSA), der(NULL));
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, der(OBJECT_ID, COMMON_NAME), der(UTF8_STRING, text(SUBJECT)))));
  const validity = der(SEQUENCE, der(UTC_TIME, text(NOT_BEFORE)), der(GENERALIZED_TIME, text(NOT_AFTER)));
  const body = der(SEQUENCE, der(INTEGER, serialOf(publicKey)), algorithm, name, validity, name, publicKey);
  const signature = der(BIT_STRING, Buffer.concat([Buffer.from([0]), sign("sha256", body, privateKey)]));
  const lines =
    der(SEQUENCE, body, algorithm, signature)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

/** Positive and in the shortest form: the first byte is not zero and has no sign bit. */
function serialOf(publicKey: Buffer): Buffer {
  const serial = createHash("sha256").update(publicKey).digest().subarray(0, SERIAL_BYTES);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  return serial;
}

/** Tag, length in the shortest form, contents (X.690 §10.1). */
function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const body = Buffer.concat(contents);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const hex = body.length.toString(16);
  const length = Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex");
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body]);
}

function text(value: string): Buffer {
  return Buffer.from(value, "utf8");
}
