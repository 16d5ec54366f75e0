import path from "node:path";
import type { BankProfile } from "./profile-schema";

/** What a standard, or real money, demands of a profile beyond its shape: a sentence for each fault. */
export function standardFaults(profile: BankProfile): string[] {
  return [
    ...(profile.connector === "ob-uk" ? ukFaults(profile) : berlinGroupFaults(profile)),
    ...securityFaults(profile),
  ];
}

function ukFaults({ oauth, security, idempotency, cancel, decoupled }: BankProfile): string[] {
  return sentences([
    [!oauth, "oauth: UK Open Banking has an authorisation server"],
    [!security.signing, "security.signing: UK Open Banking has its messages signed"],
    [security.signing?.keyFile && !security.signing.keyId, "security.signing.keyId: the bank looks the key up by it"],
    [
      security.signing?.keyFile && !security.signing.trustAnchor,
      "security.signing.trustAnchor: a UK signature says where its key is found",
    ],
    [idempotency !== "x-idempotency-key", "idempotency: is x-idempotency-key in UK Open Banking"],
    [cancel, "cancel: a single immediate payment cannot be cancelled in UK Open Banking"],
    [decoupled, "decoupled: this connector knows approval in the browser only"],
  ]);
}

function berlinGroupFaults({ security, idempotency }: BankProfile): string[] {
  const { keyFile, certFile } = security.signing ?? {};
  return sentences([
    [idempotency === "x-idempotency-key", "idempotency: is x-request-id or none by Berlin Group"],
    [keyFile && !certFile, "security.signing.certFile: the bank finds the certificate in each message"],
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
    ...relative.map(([place]) => [true, `${place}: has to be an absolute path`] as const),
    [environment === "live" && !tls, "security.tls: a live connection is mutual TLS"],
    [
      environment === "live" && signing && !signing.keyFile,
      "security.signing.keyFile: a live bank has to know the key",
    ],
    [signing?.certFile && !signing.keyFile, "security.signing.keyFile: the certificate's key is missing"],
    [oauth?.clientAuthentication === "tls_client_auth" && !tls, "security.tls: tls_client_auth is by its certificate"],
    [
      oauth?.clientAuthentication === "private_key_jwt" && !signing,
      "security.signing: private_key_jwt is an assertion that is signed",
    ],
  ]);
}

function sentences(rules: readonly (readonly [isFault: unknown, sentence: string])[]): string[] {
  return rules.filter(([isFault]) => Boolean(isFault)).map(([, sentence]) => sentence);
}
