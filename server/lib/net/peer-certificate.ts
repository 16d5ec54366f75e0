import { createSecureContext, type SecureContext, type TLSSocket } from "node:tls";

/** A server's certificate, and the negotiated protocol. */
export type Certificate = {
  subject: string;
  issuer: string;
  /** As in the certificate, without "DNS:" and "IP Address:". */
  altNames: string[];
  validFrom: Date;
  validTo: Date;
  /** "TLSv1.3". */
  protocol: string;
};

const FAULTS: Record<string, string> = {
  CERT_HAS_EXPIRED: "the certificate has expired",
  CERT_NOT_YET_VALID: "the certificate is not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another host",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the certificate is signed by itself",
  SELF_SIGNED_CERT_IN_CHAIN: "the certificate's issuer is not known publicly",
  UNABLE_TO_GET_ISSUER_CERT: "the certificate's issuer is unknown, or the server does not send its chain",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "the certificate's issuer is unknown, or the server does not send its chain",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the certificate's issuer is unknown, or the server does not send its chain",
  CERT_REVOKED: "the certificate is revoked",
};

/** A description of a certificate error by its OpenSSL or Node code; null for other codes. */
export function certificateFault(code: string): string | null {
  return (
    FAULTS[code] ?? (/^(CERT_|CRL_|UNABLE_TO_|INVALID_|HOSTNAME_)/.test(code) ? "the certificate is not valid" : null)
  );
}

/** The server's certificate, trusted or not; null when it sent none. */
export function peerCertificate(socket: TLSSocket): Certificate | null {
  const shown = socket.getPeerX509Certificate();
  if (!shown) return null;
  const altNames = shown.subjectAltName?.split(", ").map((name) => name.replace(/^(DNS|IP Address):/, "")) ?? [];
  return {
    subject: oneLine(shown.subject),
    issuer: oneLine(shown.issuer),
    altNames,
    validFrom: new Date(shown.validFrom),
    validTo: new Date(shown.validTo),
    protocol: socket.getProtocol() ?? "",
  };
}

function oneLine(name: string | undefined): string {
  return (name ?? "").split("\n").join(", ");
}

let context: SecureContext | undefined;

/** Shared by all calls, because creating it costs more than a connection. It holds the trusted CAs and no sessions. */
export function trustedContext(): SecureContext {
  context ??= createSecureContext();
  return context;
}
