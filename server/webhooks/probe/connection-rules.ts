import { NO_CONNECTION } from "../../lib/safe-connect";
import type { SafeAnswer } from "../../lib/safe-fetch";
import { type Finding, finding, type NameFacts, type ProbeFacts } from "./facts";

/** A certificate that ends sooner is said to: renewals run at least so long before. */
const CERTIFICATE_WARNING_DAYS = 14;
const DAY_MS = 86_400_000;
const NO_SECURE_CONNECTION = "no secure connection";

export function nameFinding({ url, name }: ProbeFacts): Finding {
  const { hostname } = new URL(url);
  const say = (state: Finding["state"], found: string, more = {}) => finding("name", state, found, more);
  if (name.kind === "literal") return say("good", "The URL holds an address, so there is no name to resolve.");
  if (name.kind === "refused") {
    return say("bad", `The address ${name.reason}.`, {
      why: "No webhook may reach such an address, so nothing was sent.",
      todo: "Save an address that is reachable from the internet, or ask whoever runs this installation to allow the network.",
    });
  }
  if (name.kind === "unresolved") {
    return say("bad", `${hostname} does not resolve.`, {
      why: "The DNS knows no address of that name, or did not answer in time.",
      todo: "Look for a slip in the name. If it is new, wait until its DNS records are published, and probe again.",
    });
  }
  const many = addressesOf(name);
  if (name.forbidden === 0) return say("good", `${hostname} has ${many}.`);
  const some = name.forbidden < name.ipv4 + name.ipv6;
  return say("bad", `${hostname} has ${many}, ${some ? "some" : "all"} in a private or reserved network.`, {
    why: some
      ? "One such address is enough: nothing is sent, because it could be the one that is connected to."
      : "No webhook may reach such an address, so nothing was sent.",
    todo: "Publish public addresses alone under this name, or ask whoever runs this installation to allow the network.",
  });
}

function addressesOf({ ipv4, ipv6 }: Extract<NameFacts, { kind: "resolved" }>): string {
  const parts = [
    [ipv4, "IPv4"],
    [ipv6, "IPv6"],
  ] as const;
  const said = parts
    .filter(([count]) => count > 0)
    .map(([count, family]) => `${count} ${family} ${count === 1 ? "address" : "addresses"}`);
  return said.join(" and ") || "no address";
}

/**
 * Whether a connection stood. One that ended before TLS was up is none, as in the reason of a delivery: else an open port
 * that says nothing would be told from a shut one.
 */
const isConnected = (answer: SafeAnswer) =>
  answer.timings.connectMs !== null && !(answer.kind === "failed" && answer.reason === NO_CONNECTION);

export function connectionFinding({ calls: [first] }: ProbeFacts): Finding {
  if (!first) return finding("connection", "unreached", "Nothing was sent.");
  if (isConnected(first.answer)) return finding("connection", "good", "A connection stands.");
  return finding("connection", "bad", "No connection.", {
    why: "No connection stood within 5 s. Why not is not told: webhooks would else look into networks for whoever asks.",
    todo: "See that the receiver runs, that it listens on this port (by TLS, if the address is https), and that its firewall lets the internet in.",
  });
}

export function encryptionFinding({ url, calls: [first] }: ProbeFacts, at: Date): Finding {
  const say = (state: Finding["state"], found: string, more = {}) => finding("encryption", state, found, more);
  if (new URL(url).protocol === "http:") {
    return say("warn", "Plain http: what is sent can be read on its way.", {
      why: "A signature shows changes. It hides nothing: order numbers and amounts are open to every network between.",
      todo: "Give the receiver a certificate, and save its https address.",
    });
  }
  if (!first || !isConnected(first.answer)) return say("unreached", "The connection did not come so far.");
  const { answer } = first;
  if (answer.kind === "failed" && answer.reason.startsWith(NO_SECURE_CONNECTION)) return distrusted(answer, at);
  const { certificate } = answer;
  if (!certificate) return say("good", "The connection is secure.");
  const daysLeft = Math.floor((certificate.validTo.getTime() - at.getTime()) / DAY_MS);
  const until = `The certificate is valid until ${dayOf(certificate.validTo)}`;
  if (daysLeft < CERTIFICATE_WARNING_DAYS) {
    return say("warn", `${until}: ${daysLeft === 1 ? "1 day" : `${daysLeft} days`} from now.`, {
      why: "From then on nothing is delivered. A renewal that runs by itself should have happened by now.",
      todo: "Renew it, and find out why its renewal did not run.",
    });
  }
  return say("good", `${certificate.protocol.replace("TLSv", "TLS ")}. ${until}.`);
}

/** What to do about each fault, by the words that the guard has for it. */
const REMEDIES: readonly [about: RegExp, todo: string][] = [
  [/has expired/, "Renew the certificate, and see why its renewal did not run."],
  [/not valid yet/, "Look at the clock of the machine that made the certificate, and at the certificate’s first day."],
  [
    /another host/,
    "Get a certificate for the name in the URL, or save the URL with a name that the certificate is for.",
  ],
  [
    /signed by itself/,
    "Get a certificate from a public authority. One that nobody else vouches for proves nothing to us.",
  ],
  [/not known publicly/, "Get a certificate from a public authority: we know no authority of your own."],
  [
    /does not send its chain/,
    "Let the server send the intermediate certificates too (often named fullchain.pem). Browsers fetch them by themselves; servers do not.",
  ],
  [/revoked/, "Get a new certificate: its authority has taken this one back."],
];
const OTHER_REMEDY = "See that this port speaks TLS 1.2 or newer, and that it is not the one for plain http.";

function distrusted(answer: SafeAnswer & { reason: string }, at: Date): Finding {
  const fault = answer.reason.slice(NO_SECURE_CONNECTION.length).replace(/^: /, "");
  const todo = REMEDIES.find(([about]) => about.test(fault))?.[1] ?? OTHER_REMEDY;
  if (fault === "") {
    return finding("encryption", "bad", "No secure connection.", {
      why: "The receiver and we did not agree on how to encrypt, or it does not speak TLS on this port.",
      todo,
    });
  }
  const { certificate } = answer;
  const why = certificate === null ? undefined : aboutCertificate(certificate, at);
  return finding("encryption", "bad", `${fault.slice(0, 1).toUpperCase()}${fault.slice(1)}.`, {
    ...(why === undefined ? {} : { why }),
    todo,
  });
}

function aboutCertificate(certificate: NonNullable<SafeAnswer["certificate"]>, at: Date): string {
  const { altNames, issuer, validTo } = certificate;
  const ended = validTo < at ? "It was" : "It is";
  const names = altNames.length === 0 ? "no name" : altNames.slice(0, MAX_NAMES).join(", ");
  const more = altNames.length > MAX_NAMES ? ` and ${altNames.length - MAX_NAMES} more` : "";
  return `${ended} valid until ${dayOf(validTo)}, for ${names}${more}, by ${issuer || "an issuer without a name"}. Nothing was sent.`;
}

const MAX_NAMES = 5;

/** `3 November 2026`, in UTC. */
function dayOf(at: Date): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }).format(
    at,
  );
}
