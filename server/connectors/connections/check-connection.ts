import { z } from "zod";
import { catalogueBanks } from "../../banks/catalogue";
import { now } from "../../lib/clock";
import { env } from "../../lib/config/env";
import { isUrl } from "../../lib/net/parse-url";
import { isSupported } from "../connector-for";
import { readKeyFiles } from "../keys/key-files";
import { type BankProfile, bankProfileSchema } from "../profile-schema";
import { SIMULATED_ACCOUNT_BANK } from "../profiles";
import { standardFaults } from "./standard-faults";

/** An operator's connection file: the profile and the banks of the catalogue that it serves. */
const connectionFile = z.strictObject({
  /** `PT/millennium-bcp`, or the id of a bank. Empty: the connection only reads accounts. */
  banks: z.array(z.string()).default([]),
  profile: bankProfileSchema,
});

export type Connection = { profile: BankProfile; bankIds: string[] };
export type Checked = { connection: Connection; faults: [] } | { connection: null; faults: string[] };

type Bank = ReturnType<typeof catalogueBanks>[number];

/** Validates a connection file. Returns all faults, one sentence each; calls no bank and stores nothing. */
export function checkConnection(text: string): Checked {
  return check(text, keyFaults);
}

/** The part of `checkConnection` that reads none of the files that the connection names, for a form before its step-up. */
export function checkConnectionText(text: string): Checked {
  return check(text, () => []);
}

function check(text: string, fileFaults: (profile: BankProfile) => string[]): Checked {
  let written: unknown;
  try {
    // Editors on Windows may begin a file with a byte order mark.
    written = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    return {
      connection: null,
      faults: [`The file is not valid JSON: ${error instanceof Error ? error.message : String(error)}`],
    };
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
  const faults = [...unknown, ...profileFaults(profile), ...fileFaults(profile), ...bankFaults(profile, served, all)];
  if (faults.length > 0) return { connection: null, faults };
  return { connection: { profile, bankIds: [...new Set(served.map(({ id }) => id))] }, faults: [] };
}

/** The faults of a stored connection, without those of its files, which `whyUnusable` finds. */
export function storedFaults({ profile, bankIds }: Connection): string[] {
  const all = catalogueBanks();
  const served = all.filter(({ id }) => bankIds.includes(id));
  return [...profileFaults(profile), ...bankFaults(profile, served, all)];
}

function isNamed({ id, market, slug }: Bank, name: string): boolean {
  return name.toLowerCase() === id || name.toLowerCase() === `${market}/${slug}`.toLowerCase();
}

function profileFaults(profile: BankProfile): string[] {
  const spoken = isSupported(profile) ? [] : [`version: ${profile.connector} ${profile.version} is not supported`];
  return [...spoken, ...nameFaults(profile), ...addressFaults(profile), ...standardFaults(profile)];
}

function nameFaults({ id, environment }: BankProfile): string[] {
  // Payments that were started at the simulated bank of this id would be continued at another bank.
  const isTaken =
    environment === "test" && (id === SIMULATED_ACCOUNT_BANK || catalogueBanks().some(({ slug }) => slug === id));
  return isTaken ? [`id: ${id} is the id of a simulated bank; use another, such as ${id}-sandbox`] : [];
}

function addressFaults({ environment, baseUrl, hosts, oauth }: BankProfile): string[] {
  const called = {
    baseUrl,
    ...(oauth && { "oauth.tokenEndpoint": oauth.tokenEndpoint, "oauth.jwksUri": oauth.jwksUri }),
  };
  const all = { ...called, ...(oauth && { "oauth.authorizationEndpoint": oauth.authorizationEndpoint }) };
  const faults: string[] = [];
  for (const [field, address] of Object.entries(called)) {
    const { host, protocol } = new URL(address);
    if (!hosts.includes(host)) faults.push(`hosts: add ${host}, the host of ${field}`);
    if (protocol !== new URL(baseUrl).protocol) faults.push(`${field}: must use the protocol of baseUrl`);
  }
  for (const host of hosts) {
    const isHost = isUrl(`https://${host}`) && new URL(`https://${host}`).host === host;
    if (!isHost) faults.push(`hosts: ${host} must be a host in lower case, without the default port`);
  }
  if (/[/?#]$|[?#]/.test(baseUrl)) faults.push("baseUrl: must end in its path, without a slash, query or fragment");
  if (environment === "live") {
    for (const [field, address] of Object.entries(all)) {
      if (!address.startsWith("https:")) faults.push(`${field}: must be https in a live connection`);
    }
    const own = [env().baseUrl, env().simbankUrl].flatMap((origin) => origin ?? []);
    if (own.includes(new URL(baseUrl).origin)) faults.push("baseUrl: a live connection cannot use a simulated bank");
  }
  return faults;
}

function bankFaults({ products }: BankProfile, served: readonly Bank[], all: readonly Bank[]): string[] {
  const schemes = Object.keys(products);
  if (served.length > 0 && schemes.length === 0) return ["products: add at least one payment scheme"];
  const currencies = [...new Set((served.length > 0 ? served : all).map(({ currency }) => currency))];
  if (served.length > 0 && currencies.length > 1) {
    return [`banks: a connection serves one currency, and these banks use ${currencies.join(" and ")}`];
  }
  const known = new Set(all.filter(({ currency }) => currencies.includes(currency)).flatMap((bank) => bank.schemes));
  const suffix = served.length > 0 ? ` for ${currencies.join()}` : "";
  return schemes
    .filter((scheme) => !known.has(scheme))
    .map((one) => `products: ${one} is not a payment scheme${suffix}`);
}

function keyFaults({ security }: BankProfile): string[] {
  const { faults, certificates } = readKeyFiles(security);
  const ended = certificates.filter(({ validTo }) => validTo <= now());
  return [
    ...faults,
    ...ended.map(({ field, file, validTo }) => `${field} ${file} expired on ${validTo.toISOString()}`),
  ];
}
