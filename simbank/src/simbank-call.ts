/** The transport certificate of a call, after the listener has verified it against its authorities. */
export type ClientCertificate = {
  commonName: string;
  /** SHA-256 of the certificate, base64url: `x5t#S256` (RFC 8705 §3.1). */
  thumbprint: string;
};

/** One call to a simulated bank, in either standard. */
export type SimbankCall = {
  /** Slug of the bank that is simulated. */
  bank: string;
  /** The path after the slug, decoded. */
  path: readonly string[];
  /** Null: the caller sent no valid certificate; absent: the listener requires none. */
  certificate?: ClientCertificate | null;
};

/** One call to the Berlin Group side. */
export type Xs2aCall = {
  request: Request;
  bank: string;
  /** The body as received, "" for none. */
  body: string;
};
