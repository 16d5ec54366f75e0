import { NO_CONNECTION } from "../../../lib/net/safe-connect";
import type { SafeAnswer } from "../../../lib/net/safe-fetch";
import { type Finding, finding, type NameFacts, type ProbeFacts } from "./facts";

/** A certificate that expires sooner causes a warning; automatic renewals run earlier. */
const CERTIFICATE_WARNING_DAYS = 14;
const DAY_MS = 86_400_000;
const NO_SECURE_CONNECTION = "no secure connection";

export function nameFinding({ url, name }: ProbeFacts): Finding {
  const { hostname } = new URL(url);
  const say = (state: Finding["state"], found: string, more = {}) => finding("name", state, found, more);
  if (name.kind === "literal") return say("good", "The URL contains an IP address, so there is no name to resolve.");
  if (name.kind === "refused") {
    return say("bad", `The address ${name.reason}.`, {
      why: "Webhooks can’t be sent to such an address. Nothing was sent.",
      todo: "Save an address that is reachable from the internet, or ask the operator to allow the network.",
    });
  }
  if (name.kind === "unresolved") {
    return say("bad", `${hostname} does not resolve.`, {
      why: "DNS has no address for this name or didn’t respond in time.",
      todo: "Check the spelling. If the name is new, wait until its DNS records are published, then test again.",
    });
  }
  const many = addressesOf(name);
  if (name.forbidden === 0) return say("good", `${hostname} has ${many}.`);
  const some = name.forbidden < name.ipv4 + name.ipv6;
  return say("bad", `${hostname} has ${many}, ${some ? "some" : "all"} in a private or reserved network.`, {
    why: some
      ? "One such address is enough to block the request, because the connection could go there. Nothing was sent."
      : "Webhooks can’t be sent to such an address. Nothing was sent.",
    todo: "Publish only public addresses under this name, or ask the operator to allow the network.",
  });
}

function addressesOf({ ipv4, ipv6 }: Extract<NameFacts, { kind: "resolved" }>): string {
  const parts = [
    [ipv4, "IPv4"],
    [ipv6, "IPv6"],
  ] as const;
  const counts = parts
    .filter(([count]) => count > 0)
    .map(([count, family]) => `${count} ${family} ${count === 1 ? "address" : "addresses"}`);
  return counts.join(" and ") || "no address";
}

/**
 * Whether a connection was established. One that ended before the TLS handshake does not count, as in a delivery's reason:
 * otherwise an open silent port could be distinguished from a closed one.
 */
const isConnected = (answer: SafeAnswer) =>
  answer.timings.connectMs !== null && !(answer.kind === "failed" && answer.reason === NO_CONNECTION);

export function connectionFinding({ calls: [first] }: ProbeFacts): Finding {
  if (!first) return finding("connection", "unreached", "Nothing was sent.");
  if (isConnected(first.answer)) return finding("connection", "good", "Connected.");
  return finding("connection", "bad", "No connection.", {
    why: "No connection within 5 s. Details aren’t shown, so that webhooks can’t be used to scan networks.",
    todo: "Check that the receiver runs, that it listens on this port (with TLS for https), and that its firewall allows connections from the internet.",
  });
}

export function encryptionFinding({ url, calls: [first] }: ProbeFacts, at: Date): Finding {
  const say = (state: Finding["state"], found: string, more = {}) => finding("encryption", state, found, more);
  if (new URL(url).protocol === "http:") {
    return say("warn", "Not encrypted (http).", {
      why: "A signature detects changes but hides nothing. Order numbers and amounts can be read on the network.",
      todo: "Install a certificate and save the https address.",
    });
  }
  if (!first || !isConnected(first.answer)) return say("unreached", "Not reached.");
  const { answer } = first;
  if (answer.kind === "failed" && answer.reason.startsWith(NO_SECURE_CONNECTION)) return distrusted(answer, at);
  const { certificate } = answer;
  if (!certificate) return say("good", "The connection is secure.");
  const daysLeft = Math.floor((certificate.validTo.getTime() - at.getTime()) / DAY_MS);
  const until = `The certificate is valid until ${dayOf(certificate.validTo)}`;
  if (daysLeft < CERTIFICATE_WARNING_DAYS) {
    return say("warn", `${until}: ${daysLeft === 1 ? "1 day" : `${daysLeft} days`} from now.`, {
      why: "After that, deliveries fail. An automatic renewal should have run by now.",
      todo: "Renew the certificate and find out why its renewal didn’t run.",
    });
  }
  return say("good", `${certificate.protocol.replace("TLSv", "TLS ")}. ${until}.`);
}

/** What to do about each TLS error, by its text in `lib/safe-fetch`. */
const REMEDIES: readonly [about: RegExp, todo: string][] = [
  [/has expired/, "Renew the certificate and find out why its renewal didn’t run."],
  [/not valid yet/, "Check the certificate’s start date and the clock of the machine that created it."],
  [/another host/, "Get a certificate for the name in the URL, or use a name that the certificate covers."],
  [
    /signed by itself/,
    "Get a certificate from a public certificate authority. Self-signed certificates aren’t accepted.",
  ],
  [/not known publicly/, "Get a certificate from a public certificate authority. Private authorities aren’t accepted."],
  [
    /does not send its chain/,
    "Configure the server to send the intermediate certificates (often fullchain.pem). Browsers fetch missing ones; servers don’t.",
  ],
  [/revoked/, "Get a new certificate. This one was revoked by its authority."],
];
const OTHER_REMEDY = "Check that this port uses TLS 1.2 or newer and isn’t the one for http.";

function distrusted(answer: SafeAnswer & { reason: string }, at: Date): Finding {
  const fault = answer.reason.slice(NO_SECURE_CONNECTION.length).replace(/^: /, "");
  const todo = REMEDIES.find(([about]) => about.test(fault))?.[1] ?? OTHER_REMEDY;
  if (fault === "") {
    return finding("encryption", "bad", "No secure connection.", {
      why: "The TLS handshake failed, or this port doesn’t use TLS.",
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
