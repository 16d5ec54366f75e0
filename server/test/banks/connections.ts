import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { env } from "../../lib/config/env";
import type { Certified } from "./certificates";

/** Only a real installation may enable a live connection; tests run as a demo. */
export function setDemo(demo: boolean): void {
  Object.assign(env(), { demo });
}

/** A valid live connection's file, with its PEM files in `folder`. */
export function liveConnection(folder: string, ours: Certified, changed: object = {}) {
  mkdirSync(folder, { recursive: true });
  const tls = { certFile: path.join(folder, "tls.crt"), keyFile: path.join(folder, "tls.key") };
  writeFileSync(tls.certFile, ours.cert);
  writeFileSync(tls.keyFile, ours.key);
  const profile = {
    id: "millennium-bcp",
    connector: "berlin-group",
    version: "1.3",
    environment: "live",
    baseUrl: "https://psd2.millenniumbcp.example/xs2a",
    hosts: ["psd2.millenniumbcp.example"],
    products: { SEPA_CREDIT_TRANSFER: "sepa-credit-transfers" },
    idempotency: "x-request-id",
    cancel: true,
    finality: "ACSC",
    security: { tls },
    ...changed,
  };
  return { banks: ["PT/millennium-bcp"], profile };
}

/** The same for a UK Open Banking bank. */
export function liveUkConnection(folder: string, ours: Certified, changed: object = {}) {
  const { profile } = liveConnection(folder, ours);
  const { keyFile } = profile.security.tls;
  const bank = "https://auth.monzo.example";
  const uk = {
    id: "monzo",
    connector: "ob-uk",
    version: "3.1",
    baseUrl: "https://openbanking.monzo.example/open-banking/v3.1",
    hosts: ["openbanking.monzo.example", "auth.monzo.example"],
    products: { FASTER_PAYMENTS: "UK.OBIE.FPS" },
    idempotency: "x-idempotency-key",
    cancel: false,
    oauth: {
      issuer: bank,
      authorizationEndpoint: `${bank}/authorize`,
      tokenEndpoint: `${bank}/token`,
      jwksUri: `${bank}/jwks`,
      clientId: "our-client-id",
      clientAuthentication: "private_key_jwt",
      responseMode: "jwt",
    },
    security: { ...profile.security, signing: { keyId: "k1", keyFile, trustAnchor: "openbanking.org.uk" } },
  };
  return { banks: ["GB/monzo"], profile: { ...profile, ...uk, ...changed } };
}
