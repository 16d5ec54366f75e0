import { type Random, randomOf, shuffled } from "../random";
import { spelled, V4_NOTATIONS, V6_CARRIERS } from "./hostile-notations";
import { forbiddenV4, forbiddenV6, publicV4, publicV6 } from "./hostile-targets";

/** A name's DNS answers: `first` to the first query, `answers` afterwards. Through `aliases` CNAMEs. */
export type Zone = { name: string; first: string[]; answers: string[]; aliases: number };

export type Hostile = { kind: string; url: string; zone: Zone | null };

/** The ports of the drill's addresses; null: no port. */
export const PORTS = [null, 80, 443, 8080, 8443, 22, 2375, 3000, 5432, 6379, 9200, 65_535] as const;
const PATHS = ["/", "", "/hook", "/latest/meta-data/", "?a=1", "/a?b=c#d", "/@public.example.com/", "#x"] as const;
const PUBLIC_NAME = "public.example.com";

type Draft = { host: string; zone?: Zone };
type Maker = (random: Random, index: number) => Draft;

const text4 = (random: Random) => forbiddenV4(random).join(".");
const text6 = (random: Random) => spelled(forbiddenV6(random), random);
const anyBad = (random: Random) => (random.chance(0.5) ? text4(random) : text6(random));
const anyGood = (random: Random) =>
  random.chance(0.5) ? publicV4(random).join(".") : spelled(publicV6(random), random);
const upTo = (count: number, random: Random, make: () => string) =>
  Array.from({ length: 1 + Math.floor(random.next() * count) }, make);

function named(index: number, label: string, answers: string[], more: Partial<Zone> = {}): Draft {
  const name = `h${index}.${label}.example.com`;
  return { host: name, zone: { name, first: answers, answers, aliases: 0, ...more } };
}

/** A name that resolves to a private network's address. */
function inside(host: string, random: Random): Draft {
  const answers = [anyBad(random)];
  return { host, zone: { name: host.toLowerCase().replace(/[.]$/, ""), first: answers, answers, aliases: 0 } };
}

const NAMES: Record<string, Maker> = {
  "a name with one address": (random, index) => named(index, "one", [anyBad(random)]),
  "a name with several": (random, index) =>
    named(
      index,
      "several",
      upTo(5, random, () => anyBad(random)),
    ),
  "a name with good ones and a bad one": (random, index) =>
    named(index, "mixed", shuffled([...upTo(6, random, () => anyGood(random)), anyBad(random)], random.next)),
  "a name behind aliases": (random, index) =>
    named(index, "alias", [anyBad(random)], { aliases: 1 + Math.floor(random.next() * 4) }),
  "a name that is bound anew": (random, index) =>
    named(index, "rebind", [anyBad(random)], { first: upTo(2, random, () => anyGood(random)) }),
  "a name that spells an address": (random, index) => {
    const address = text4(random);
    return named(index, `${address.replaceAll(".", random.pick([".", "-"]))}.nip`, [address]);
  },
  localhost: (random) => inside(random.pick(["localhost", "LOCALHOST", "LocalHost"]), random),
  "a name below localhost": (random, index) => inside(`h${index}.localhost`, random),
  "a private suffix": (random, index) =>
    inside(`h${index}.${random.pick(["local", "internal", "lan", "home.arpa", "corp", "intranet", "svc"])}`, random),
  "a single label": (random, index) => inside(`host${index}`, random),
  "a private name with a dot behind": (random, index) =>
    inside(`h${index}.${random.pick(["local", "internal", "localhost"])}.`, random),
  "a private name in other letters": (random) =>
    inside(random.pick(["ｌｏｃａｌｈｏｓｔ", "loc%61lhost", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "𝐥ocalhost"]), random),
};

const bracketed = (address: string): Draft => ({ host: `[${address}]` });

const HOSTS: Record<string, Maker> = {
  ...Object.fromEntries(
    Object.entries(V4_NOTATIONS).map(([kind, write]): [string, Maker] => [
      `IPv4: ${kind}`,
      (random) => ({ host: write(forbiddenV4(random), random) }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(V6_CARRIERS).map(([kind, carry]): [string, Maker] => [
      `IPv6: ${kind}`,
      (random) => bracketed(spelled(carry(forbiddenV4(random), random), random)),
    ]),
  ),
  "IPv6: its own": (random) => bracketed(text6(random)),
  "IPv6: with a zone": (random) =>
    bracketed(`fe80::${Math.floor(random.next() * 0xffff).toString(16)}%25${random.pick(["eth0", "lo", "1"])}`),
  ...NAMES,
};

/** Syntax around the host that one parser repairs and another parser reads as something else. */
const FRAMES: Record<string, (rest: string, scheme: string, random: Random) => string> = {
  credentials: (rest, scheme, random) =>
    `${scheme}://${random.pick(["user:pass", PUBLIC_NAME, "8.8.8.8:80", "a@b", "%40", ":"])}@${rest}`,
  backslashes: (rest, scheme, random) => `${scheme}:${random.pick(["\\\\", "/\\", "\\/"])}${rest}`,
  "a backslash and another host": (rest, scheme) => `${scheme}://${rest.replace(/[/?#].*$/, "")}\\@${PUBLIC_NAME}/`,
  "too few or too many slashes": (rest, scheme, random) => `${scheme}:${random.pick(["", "/", "///", "////"])}${rest}`,
  "blanks around": (rest, scheme, random) => {
    const [before, behind] = [random.pick([" ", "\t", "\n", "\u0001"]), random.pick(["", " ", "\r\n"])];
    return `${before}${scheme}://${rest}${behind}`;
  },
  "blanks within": (rest, scheme, random) => {
    const blank = random.pick(["\t", "\n", "\r"]);
    return `${scheme.slice(0, 2)}${blank}${scheme.slice(2)}:/${blank}/${rest.slice(0, 1)}${blank}${rest.slice(1)}`;
  },
  "an odd case": (rest, scheme, random) => `${random.pick([scheme.toUpperCase(), `H${scheme.slice(1)}`])}://${rest}`,
};

/** The kinds, in equal shares. */
export const KINDS: readonly string[] = [...Object.keys(HOSTS), ...Object.keys(FRAMES)];

/** `count` addresses; with each, a program without a guard connects to a forbidden network. Determined by the seed. */
export function hostileAddresses(count: number, seed: number): Hostile[] {
  const random = randomOf(seed);
  return Array.from({ length: count }, (_, index) => {
    const kind = KINDS[index % KINDS.length] ?? "";
    const frame = FRAMES[kind];
    const { host, zone = null } = (frame ? random.pick([...PLAIN]) : (HOSTS[kind] ?? PLAIN[0]))(random, index);
    const port = random.pick(PORTS);
    const padding = port !== null && random.chance(0.1) ? "00" : "";
    const rest = `${host}${port === null ? "" : `:${padding}${port}`}${random.pick(PATHS)}`;
    const scheme = random.pick(["http", "http", "https"]);
    return { kind, url: frame ? frame(rest, scheme, random) : `${scheme}://${rest}`, zone };
  });
}

/** The hosts inside an odd frame. */
const PLAIN: readonly [Maker, ...Maker[]] = [
  (random) => ({ host: text4(random) }),
  (random) => bracketed(text6(random)),
  (random, index) => named(index, "framed", [anyBad(random)]),
];

/** As many public addresses, which the guard must let through. */
export function publicAddresses(count: number, seed: number): Hostile[] {
  const random = randomOf(seed);
  const makers: readonly [Maker, ...Maker[]] = [
    () => ({ host: publicV4(random).join(".") }),
    () => bracketed(spelled(publicV6(random), random)),
    (_, index) =>
      named(
        index,
        "public",
        upTo(3, random, () => anyGood(random)),
      ),
  ];
  return Array.from({ length: count }, (_, index) => {
    const { host, zone = null } = random.pick(makers)(random, index);
    const port = random.pick(PORTS);
    return { kind: "public", url: `http://${host}${port === null ? "" : `:${port}`}/hook`, zone };
  });
}
