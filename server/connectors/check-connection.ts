import { z } from "zod";
import { catalogueBanks } from "../banks/catalogue";
import { now } from "../lib/clock";
import { env } from "../lib/env";
import { isUrl } from "../lib/parse-url";
import { isSpoken } from "./connector-for";
import { readKeyFiles } from "./key-files";
import { type BankProfile, bankProfileSchema } from "./profile-schema";
import { SIMULATED_ACCOUNT_BANK } from "./profiles";
import { standardFaults } from "./standard-faults";

/** What an operator writes of a connection: the profile, and which banks of the catalogue it serves. */
const connectionFile = z.strictObject({
  /** `PT/millennium-bcp`, or the id of a bank. None: a connection that only reads accounts. */
  banks: z.array(z.string()).default([]),
  profile: bankProfileSchema,
});

export type Connection = { profile: BankProfile; bankIds: string[] };
export type Checked = { connection: Connection; faults: [] } | { connection: null; faults: string[] };

type Bank = ReturnType<typeof catalogueBanks>[number];

/** Reads what an operator wrote of a connection. All faults at once, a sentence each; nothing is asked or changed. */
export function checkConnection(text: string): Checked {
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch (error) {
    return { connection: null, faults: [`It is no JSON: ${error instanceof Error ? error.message : String(error)}`] };
  }
  const parsed = connectionFile.safeParse(written);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "The file"}: ${message}`);
    return { connection: null, faults };
  }
  const { banks, profile } = parsed.data;
  const all = catalogueBanks();
  const found = banks.map((name) => ({ name, bank: all.find((bank) => isNamed(bank, name)) }));
  const unknown = found.filter(({ bank }) => !bank).map(({ name }) => `banks: ${name} is not in the catalogue`);
  const served = found.flatMap(({ bank }) => (bank ? [bank] : []));
  const faults = [...unknown, ...profileFaults(profile), ...bankFaults(profile, served, all)];
  if (faults.length > 0) return { connection: null, faults };
  return { connection: { profile, bankIds: [...new Set(served.map(({ id }) => id))] }, faults: [] };
}

/** Everything that is wrong with a kept connection; what time does to a certificate is not among it. */
export function keptFaults({ profile, bankIds }: Connection): string[] {
  const all = catalogueBanks();
  const served = all.filter(({ id }) => bankIds.includes(id));
  return [...profileFaults(profile, { withEnd: false }), ...bankFaults(profile, served, all)];
}

function isNamed({ id, market, slug }: Bank, name: string): boolean {
  return name.toLowerCase() === id || name.toLowerCase() === `${market}/${slug}`.toLowerCase();
}

function profileFaults(profile: BankProfile, { withEnd } = { withEnd: true }): string[] {
  const spoken = isSpoken(profile) ? [] : [`version: no connector speaks ${profile.connector} ${profile.version}`];
  return [
    ...spoken,
    ...nameFaults(profile),
    ...addressFaults(profile),
    ...standardFaults(profile),
    ...keyFaults(profile, withEnd),
  ];
}

function nameFaults({ id, environment }: BankProfile): string[] {
  // What was started at the simulated bank of that name would be followed up at another one.
  const isTaken =
    environment === "test" && (id === SIMULATED_ACCOUNT_BANK || catalogueBanks().some(({ slug }) => slug === id));
  return isTaken ? [`id: ${id} is the name of a simulated bank; ${id}-sandbox is free`] : [];
}

function addressFaults({ environment, baseUrl, hosts, oauth }: BankProfile): string[] {
  const called = {
    baseUrl,
    ...(oauth && { "oauth.tokenEndpoint": oauth.tokenEndpoint, "oauth.jwksUri": oauth.jwksUri }),
  };
  const all = { ...called, ...(oauth && { "oauth.authorizationEndpoint": oauth.authorizationEndpoint }) };
  const faults: string[] = [];
  for (const [place, address] of Object.entries(called)) {
    const { host, protocol } = new URL(address);
    if (!hosts.includes(host)) faults.push(`hosts: ${host} of ${place} is missing`);
    if (protocol !== new URL(baseUrl).protocol) faults.push(`${place}: speaks another protocol than baseUrl`);
  }
  for (const host of hosts) {
    const isHost = isUrl(`https://${host}`) && new URL(`https://${host}`).host === host;
    if (!isHost) faults.push(`hosts: ${host} is no host in lower case, without a port that https has anyway`);
  }
  if (/[/?#]$|[?#]/.test(baseUrl)) faults.push("baseUrl: ends in its path, without a slash, query or fragment");
  if (environment === "live") {
    for (const [place, address] of Object.entries(all)) {
      if (!address.startsWith("https:")) faults.push(`${place}: a live connection is https`);
    }
    const own = [env().baseUrl, env().simbankUrl].flatMap((origin) => origin ?? []);
    if (own.includes(new URL(baseUrl).origin)) faults.push("baseUrl: a simulated bank serves no live payments");
  }
  return faults;
}

function bankFaults({ products }: BankProfile, served: readonly Bank[], all: readonly Bank[]): string[] {
  const schemes = Object.keys(products);
  if (served.length > 0 && schemes.length === 0) return ["products: no payment scheme is offered"];
  const currencies = [...new Set((served.length > 0 ? served : all).map(({ currency }) => currency))];
  if (served.length > 0 && currencies.length > 1) {
    return [`banks: they pay in ${currencies.join(" and ")}, and a connection in one currency`];
  }
  const known = new Set(all.filter(({ currency }) => currencies.includes(currency)).flatMap((bank) => bank.schemes));
  const place = served.length > 0 ? ` of ${currencies.join()}` : "";
  return schemes.filter((scheme) => !known.has(scheme)).map((one) => `products: ${one} is no payment scheme${place}`);
}

function keyFaults({ security }: BankProfile, withEnd: boolean): string[] {
  const { faults, certificates } = readKeyFiles(security);
  const outOfTime = certificates.flatMap(({ place, file, validFrom, validTo }) => {
    if (validFrom > now()) return [`${place} ${file} is not valid before ${validFrom.toISOString()}`];
    return withEnd && validTo <= now() ? [`${place} ${file} ended on ${validTo.toISOString()}`] : [];
  });
  return [...faults, ...outOfTime];
}
