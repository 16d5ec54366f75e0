/** One thing that is wrong, why that breaks the signature, and what to do. */
export type Finding = {
  kind: FindingKind;
  title: string;
  why: string;
  todo: string;
  /** Shown by the arithmetic; else the likeliest of what is left. */
  isSure: boolean;
  /** What it is a fault of: the delivery as it was given, or the code that computed a hash of it. */
  of: "delivery" | "code";
};

export type FindingKind = keyof typeof WORDS;

const RAW =
  "Verify the raw bytes, before anything parses them: express.raw() in Express, request.text() in a Next route, request.get_data() in Flask, php://input in PHP.";
const WHOLE_SECRET = "Use the secret as it was shown, from whsec_ to its last character, and nothing around it.";

/** Titles of every finding. What depends on the case is put in by `finding`. */
const WORDS = {
  no_signature: {
    title: "There is no X-Signature",
    why: "A delivery without it was sent unsigned, or something on its way took the header off.",
    todo: "See whether the endpoint is signed. If it is, let X-Signature through in whatever stands in front of your server.",
  },
  malformed_signature: {
    title: "X-Signature is not in its form",
    why: "Its form is t=<unix seconds>,v1=<64 hex digits>.",
    todo: "Take the header's value as it came, without adding to it or cutting from it.",
  },
  base64: {
    title: "The hash is in base64",
    why: "v1 is the hash in hex. The bytes are right; the writing is not.",
    todo: 'Write the hash in hex: digest("hex") in Node, hexdigest() in Python, bin2hex() in PHP.',
  },
  upper_case: {
    title: "The hash is in capital letters",
    why: "v1 is in small letters, and texts are compared letter by letter.",
    todo: "Compare the bytes of both, in constant time, or write yours in small letters.",
  },
  milliseconds: {
    title: "The time is in milliseconds",
    why: "t is in seconds since 1970: ten digits in our day, not thirteen.",
    todo: "Use t as it stands in the header. Where you compare it with your clock, divide the clock's milliseconds by 1000.",
  },
  prefix: {
    title: "The secret lacks its whsec_",
    why: "The whole secret is the key, whsec_ included. With whsec_ in front of what you gave, the signature is right.",
    todo: WHOLE_SECRET,
  },
  prefix_cut: {
    title: "The code cuts whsec_ off the secret",
    why: "This hash was made with the part behind whsec_ alone. The whole secret is the key.",
    todo: WHOLE_SECRET,
  },
  decoded: {
    title: "The code decodes the secret",
    why: "This hash was made with the bytes that the secret's digits stand for. The key is the secret's text itself.",
    todo: "Give the secret to HMAC as a text, and do not decode it from hex or base64.",
  },
  secret_around: {
    title: "Something stands around the secret",
    why: "Each character of it is part of the key.",
    todo: WHOLE_SECRET,
  },
  secret_case: {
    title: "The secret is in other letters",
    why: "With small letters in it, the signature is right.",
    todo: WHOLE_SECRET,
  },
  other_secret: {
    title: "The secret is another one",
    why: "The body looks as we send it, and this secret does not give this signature.",
    todo: "Take the secret of the very endpoint that this delivery went to. If it was rotated in the meantime, resend the delivery: each try is signed with the secret of its moment.",
  },
  no_stamp: {
    title: "The text that was signed lacks “<t>.”",
    why: "What is signed is the value of t, a full stop, and then the body. This hash is of the body alone.",
    todo: "Put the value of t and a full stop in front of the raw body, then compute the HMAC.",
  },
  no_dot: {
    title: "The full stop between t and the body is missing",
    why: "What is signed is the value of t, a full stop, and then the body.",
    todo: "Put a full stop between the two.",
  },
  id_in_front: {
    title: "The event's id was signed too",
    why: "What is signed is the value of t, a full stop, and then the body, and nothing else.",
    todo: "Leave the id out of the text that is signed.",
  },
  no_key: {
    title: "This is a plain hash and no HMAC",
    why: "It is SHA-256 over the secret and the text. HMAC mixes the key in differently.",
    todo: 'Use the HMAC of your language: createHmac("sha256", secret) in Node, hmac.new() in Python, hash_hmac() in PHP.',
  },
  timestamps_differ: {
    title: "X-Timestamp is not the t of the signature",
    why: "They come from one moment, so they are always the same. The headers are of two tries, or one was changed.",
    todo: "Take all headers from one request.",
  },
  two_deliveries: {
    title: "The headers and the body are of two deliveries",
    why: "X-Event-Id is not the id in the body.",
    todo: "Take both from one request.",
  },
  rewritten: {
    title: "The body was parsed and written anew",
    why: "The signature is over the bytes that we sent, and the same data written otherwise has other bytes.",
    todo: RAW,
  },
  newline: {
    title: "Blanks or a new line were added around the body",
    why: "Without them the signature is right: our bodies end with their last brace.",
    todo: `${RAW} If you copied the body by hand, copy it without the line's end.`,
  },
  line_ends: {
    title: "The line ends of the body were changed",
    why: "With the other ones the signature is right.",
    todo: RAW,
  },
  bom: {
    title: "A byte order mark stands before the body",
    why: "Without these three bytes, EF BB BF, the signature is right. Some editors and readers of files add them.",
    todo: "Take the bytes as they came, and save files without the mark.",
  },
  charset: {
    title: "The body was read in another character set",
    why: "The body is UTF-8.",
    todo: "Compute the signature over bytes. Where you need a text, decode it as UTF-8.",
  },
  base64_body: {
    title: "The body is in base64",
    why: "Decoded, the signature is right. Gateways such as AWS's hand bodies on like this and say so in isBase64Encoded.",
    todo: "Decode the body before you verify it.",
  },
  string_body: {
    title: "The body is inside of quotes",
    why: "It was written as a string of JSON or of a shell. Taken out of it, the signature is right.",
    todo: RAW,
  },
  entities: {
    title: "The body was escaped for HTML",
    why: "With its &quot; turned back the signature is right.",
    todo: RAW,
  },
  body_cut: {
    title: "The body is cut short",
    why: "It ends before it is over.",
    todo: "Read the body to its end before you verify it; look for a limit on its length.",
  },
  body_length: {
    title: "The body is not as long as its header says",
    why: "Content-Length counts the bytes that we sent.",
    todo: RAW,
  },
  body_changed: {
    title: "The body is not what was sent",
    why: "No common fault explains it.",
    todo: `${RAW} Then compare what you have with the body in the log of deliveries.`,
  },
  computed_same: {
    title: "Your code computes the right hash",
    why: "It is the very hash in the header, so the comparison fails, and not the computation.",
    todo: "Compare it with what stands behind v1= alone, and not with the whole header.",
  },
  computed_unknown: {
    title: "How your code came to its hash is not to be seen",
    why: "None of the usual mistakes gives it. It may have another secret or another body in hand than you gave here.",
    todo: "Print the secret's length and the body's length at the very place where the hash is computed.",
  },
  stale: {
    title: "The signature is old",
    why: "A receiver takes a signature for five minutes, so that nobody can send a copy later.",
    todo: "If this came just now, a clock is wrong: set your server's by NTP. If it is an older delivery, that is only its age, and a resend is signed anew.",
  },
  future: {
    title: "The signature is from the future",
    why: "Its time is ahead of this computer's clock by more than five minutes.",
    todo: "Set the clock of your server, and of this computer, by NTP.",
  },
} as const;

/** A finding, with what is particular to it: `why` is put in front of the general reason. */
export function finding(kind: FindingKind, { why, isSure = true }: { why?: string; isSure?: boolean } = {}): Finding {
  const words = WORDS[kind];
  const { title, todo } = words;
  return { kind, title, why: why ? `${why} ${words.why}` : words.why, todo, isSure, of: "delivery" };
}
