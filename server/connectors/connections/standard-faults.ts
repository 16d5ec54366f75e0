import path from "node:path";
import type { BankProfile } from "../profile-schema";

/** The faults of a profile by the rules of its standard and of live connections, one sentence each. */
export function standardFaults(profile: BankProfile): string[] {
  return [
    ...(profile.connector === "ob-uk" ? ukFaults(profile) : berlinGroupFaults(profile)),
    ...securityFaults(profile),
  ];
}

function ukFaults({ oauth, security, idempotency, cancel, decoupled }: BankProfile): string[] {
  return sentences([
    [!oauth, "oauth: required for UK Open Banking"],
    [!security.signing, "security.signing: required for UK Open Banking"],
    [
      security.signing?.keyFile && !security.signing.keyId,
      "security.signing.keyId: required with keyFile, because the bank finds the key by it",
    ],
    [
      security.signing?.keyFile && !security.signing.trustAnchor,
      "security.signing.trustAnchor: required with keyFile for UK Open Banking",
    ],
    [idempotency !== "x-idempotency-key", "idempotency: must be x-idempotency-key for UK Open Banking"],
    [cancel, "cancel: must be false, because UK Open Banking cannot cancel a single immediate payment"],
    [decoupled, "decoupled: must be false, because this connector supports approval in the browser only"],
  ]);
}

function berlinGroupFaults({ security, idempotency }: BankProfile): string[] {
  const { keyFile, certFile } = security.signing ?? {};
  return sentences([
    [idempotency === "x-idempotency-key", "idempotency: must be x-request-id or none for Berlin Group"],
    [
      keyFile && !certFile,
      "security.signing.certFile: required with keyFile, because each message carries the certificate",
    ],
  ]);
}

function securityFaults({ environment, security, oauth }: BankProfile): string[] {
  const { tls, signing } = security;
  const files = {
    "security.tls.certFile": tls?.certFile,
    "security.tls.keyFile": tls?.keyFile,
    "security.tls.caFile": tls?.caFile,
    "security.signing.keyFile": signing?.keyFile,
    "security.signing.certFile": signing?.certFile,
  };
  const relative = Object.entries(files).filter(([, file]) => file !== undefined && !path.isAbsolute(file));
  return sentences([
    ...relative.map(([field]) => [true, `${field}: must be an absolute path`] as const),
    [environment === "live" && !tls, "security.tls: required in a live connection"],
    [environment === "live" && signing && !signing.keyFile, "security.signing.keyFile: required in a live connection"],
    [signing?.certFile && !signing.keyFile, "security.signing.keyFile: required with certFile"],
    [oauth?.clientAuthentication === "tls_client_auth" && !tls, "security.tls: required for tls_client_auth"],
    [oauth?.clientAuthentication === "private_key_jwt" && !signing, "security.signing: required for private_key_jwt"],
  ]);
}

function sentences(rules: readonly (readonly [isFault: unknown, sentence: string])[]): string[] {
  return rules.filter(([isFault]) => Boolean(isFault)).map(([, sentence]) => sentence);
}
