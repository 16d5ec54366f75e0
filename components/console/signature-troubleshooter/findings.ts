/** A problem, why it breaks the signature, and what to do. */
export type Finding = {
  kind: FindingKind;
  title: string;
  why: string;
  todo: string;
  /** Verified by computation; else the most likely cause. */
  isSure: boolean;
  /** Where the problem is: in the pasted delivery, or in the receiver's code. */
  of: "delivery" | "code";
};

export type FindingKind = keyof typeof TEXTS;

const RAW =
  "Verify the raw bytes before anything parses them: express.raw() in Express, request.text() in a Next route, request.get_data() in Flask, php://input in PHP.";
const WHOLE_SECRET = "Use the secret exactly as it was shown, from whsec_ to the last character.";

/** The texts of each finding; `finding` adds the details. */
const TEXTS = {
  no_signature: {
    title: "X-Signature is missing",
    why: "The delivery was sent unsigned, or something in front of your server removed the header.",
    todo: "Check that the endpoint is signed. If it is, pass X-Signature through your proxy or gateway.",
  },
  malformed_signature: {
    title: "X-Signature is malformed",
    why: "Its format is t=<unix seconds>,v1=<64 hex digits>.",
    todo: "Use the header’s value unchanged.",
  },
  base64: {
    title: "The hash is in base64",
    why: "v1 is the hash in hex. The bytes are correct; the encoding is not.",
    todo: 'Encode the hash in hex: digest("hex") in Node, hexdigest() in Python, bin2hex() in PHP.',
  },
  upper_case: {
    title: "The hash is in upper case",
    why: "v1 is in lower case, and strings are compared character by character.",
    todo: "Compare the bytes of both in constant time, or convert yours to lower case.",
  },
  milliseconds: {
    title: "The time is in milliseconds",
    why: "t is in seconds since 1970: ten digits, not thirteen.",
    todo: "Use t as it is in the header. Where you compare it with your clock, divide the clock’s milliseconds by 1000.",
  },
  prefix: {
    title: "The secret lacks whsec_",
    why: "The whole secret is the key, including whsec_. With whsec_ added, the signature is valid.",
    todo: WHOLE_SECRET,
  },
  prefix_cut: {
    title: "Your code removes whsec_ from the secret",
    why: "This hash was computed with the part after whsec_. The whole secret is the key.",
    todo: WHOLE_SECRET,
  },
  decoded: {
    title: "Your code decodes the secret",
    why: "This hash was computed with the decoded bytes. The key is the text of the secret.",
    todo: "Pass the secret to HMAC as text. Don’t decode it from hex or base64.",
  },
  secret_around: {
    title: "There are extra characters around the secret",
    why: "Every character is part of the key.",
    todo: WHOLE_SECRET,
  },
  secret_case: {
    title: "The secret is in upper case",
    why: "In lower case, the signature is valid.",
    todo: WHOLE_SECRET,
  },
  other_secret: {
    title: "The secret is a different one",
    why: "The body looks unchanged, but this secret doesn’t produce this signature.",
    todo: "Use the secret of the endpoint that this delivery was sent to. If it was rotated since, resend the delivery: each attempt is signed with the current secret.",
  },
  no_stamp: {
    title: "The signed text lacks “<t>.”",
    why: "The signed text is the value of t, a full stop, and the body. This hash covers the body only.",
    todo: "Put the value of t and a full stop before the raw body, then compute the HMAC.",
  },
  no_dot: {
    title: "The full stop between t and the body is missing",
    why: "The signed text is the value of t, a full stop, and the body.",
    todo: "Put a full stop between the two.",
  },
  id_in_front: {
    title: "The event ID was signed too",
    why: "The signed text is the value of t, a full stop, and the body, nothing else.",
    todo: "Remove the ID from the signed text.",
  },
  no_key: {
    title: "This is a plain hash, not an HMAC",
    why: "It is SHA-256 of the secret and the text. HMAC uses the key differently.",
    todo: 'Use the HMAC of your language: createHmac("sha256", secret) in Node, hmac.new() in Python, hash_hmac() in PHP.',
  },
  timestamps_differ: {
    title: "X-Timestamp differs from t in the signature",
    why: "They are always equal. The headers are from two attempts, or one was changed.",
    todo: "Take all headers from the same request.",
  },
  two_deliveries: {
    title: "Headers and body are from different deliveries",
    why: "X-Event-Id differs from the ID in the body.",
    todo: "Take both from the same request.",
  },
  rewritten: {
    title: "The body was parsed and re-serialised",
    why: "The signature covers the bytes that we sent. The same data in another format has other bytes.",
    todo: RAW,
  },
  newline: {
    title: "Whitespace was added around the body",
    why: "Without it the signature is valid: our bodies end with the last brace.",
    todo: `${RAW} If you copied the body, copy it without the final line break.`,
  },
  line_ends: {
    title: "The line ends of the body were changed",
    why: "With the original ones the signature is valid.",
    todo: RAW,
  },
  bom: {
    title: "The body starts with a byte order mark",
    why: "Without these three bytes, EF BB BF, the signature is valid. Some editors and file readers add them.",
    todo: "Use the received bytes, and save files without the mark.",
  },
  charset: {
    title: "The body was decoded with the wrong character set",
    why: "The body is UTF-8.",
    todo: "Compute the signature of the bytes. Where you need text, decode it as UTF-8.",
  },
  base64_body: {
    title: "The body is in base64",
    why: "Decoded, the signature is valid. Gateways such as AWS API Gateway pass bodies like this and set isBase64Encoded.",
    todo: "Decode the body before you verify it.",
  },
  string_body: {
    title: "The body is in quotes",
    why: "It was written as a JSON or shell string. Without the quotes, the signature is valid.",
    todo: RAW,
  },
  entities: {
    title: "The body was escaped for HTML",
    why: "Unescaped, the signature is valid.",
    todo: RAW,
  },
  body_cut: {
    title: "The body is truncated",
    why: "It ends in the middle of the JSON.",
    todo: "Read the whole body before you verify it; check for a size limit.",
  },
  body_length: {
    title: "The body length differs from Content-Length",
    why: "Content-Length counts the bytes that we sent.",
    todo: RAW,
  },
  body_changed: {
    title: "The body was changed",
    why: "No common cause explains it.",
    todo: `${RAW} Then compare your body with the one in the delivery log.`,
  },
  computed_same: {
    title: "Your code computes the correct hash",
    why: "It equals the hash in the header, so the comparison fails, not the computation.",
    todo: "Compare it with the value after v1= only, not with the whole header.",
  },
  computed_unknown: {
    title: "We can’t tell how your code computed its hash",
    why: "None of the common mistakes produces this hash. Your code may use another secret or another body.",
    todo: "Log the length of the secret and of the body where the hash is computed.",
  },
  stale: {
    title: "The signature has expired",
    why: "A signature is valid for 5 minutes, so that a copy can’t be sent later.",
    todo: "If you just received it, a clock is wrong: synchronise your server by NTP. If it is an older delivery, resend it: a resend has a new signature.",
  },
  future: {
    title: "The timestamp is in the future",
    why: "It is more than 5 minutes ahead of this computer’s clock.",
    todo: "Synchronise the clocks of your server and of this computer by NTP.",
  },
} as const;

/** A finding; `why` precedes the general reason. */
export function finding(kind: FindingKind, { why, isSure = true }: { why?: string; isSure?: boolean } = {}): Finding {
  const text = TEXTS[kind];
  const { title, todo } = text;
  return { kind, title, why: why ? `${why} ${text.why}` : text.why, todo, isSure, of: "delivery" };
}
