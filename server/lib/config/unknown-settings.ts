import { parseEnv as parseEnvFile } from "node:util";
import { closestName, isNearName } from "../closest-name";
import type { Env } from "./env";
import { VARIABLES } from "./env-variables";

const NAMES = Object.keys(VARIABLES);
/** `BASE`, `WEBHOOK`: variables of other programs rarely begin with it and differ from ours by a letter or two. */
const PREFIXES = new Set(NAMES.flatMap((name) => (name.includes("_") ? [name.slice(0, name.indexOf("_"))] : [])));
/** Names in `.env` that Node, npm, Next, or the guides' examples read. */
const OTHERS = /^(?:NODE_|NPM_|NEXT_|BANKSIDE_|E2E_|TZ$)/;

/**
 * One sentence for each name that is probably a mistyped setting, with the one that was meant. Of `.env` every unknown
 * name; of the environment, which has other programs' variables, only one that looks like a setting.
 */
export function unknownSettings(environment: Readonly<Record<string, string | undefined>>, envFile: string): string[] {
  const inFile = Object.keys(parseEnvFile(envFile)).filter((name) => !NAMES.includes(name) && !OTHERS.test(name));
  const inEnvironment = Object.keys(environment).flatMap((name) => {
    const isOurs = PREFIXES.has(name.slice(0, Math.max(0, name.indexOf("_"))).toUpperCase());
    const meant = isOurs && !NAMES.includes(name) ? NAMES.find((known) => isNearName(name, known)) : undefined;
    return meant !== undefined && !inFile.includes(name) && environment[meant] === undefined ? [{ name, meant }] : [];
  });
  return [
    ...inFile.map((name) => {
      const meant = closestName(name, NAMES);
      const hint = meant === null ? ".env.example lists the settings." : `Did you mean ${meant}?`;
      return `.env sets ${name}, which is no setting of Bankside. ${hint}`;
    }),
    ...inEnvironment.map(
      ({ name, meant }) => `The environment sets ${name}, which is no setting of Bankside. Did you mean ${meant}?`,
    ),
  ];
}

/** One sentence for each setting that is valid and has no effect: without another one, or because its date has passed. */
export function ineffectiveSettings(settings: Env, at: Date): string[] {
  const { googleClientId, googleClientSecret, simbankEnabled, simbankUrl } = settings;
  return [
    ...(googleClientSecret !== null && googleClientId === null
      ? ["GOOGLE_CLIENT_SECRET has no effect without GOOGLE_CLIENT_ID: sign-in with Google is off."]
      : []),
    ...(simbankUrl !== null && !simbankEnabled
      ? ["SIMBANK_URL has no effect without SIMBANK_ENABLED=1: no simulated banks are offered."]
      : []),
    ...(isSecurityTxtExpired(settings, at)
      ? ["SECURITY_EXPIRES has passed: security.txt has expired. Check its contacts, then set a date within a year."]
      : []),
  ];
}

/** A reporter must not use an expired security.txt (RFC 9116 §2.5.5). */
export function isSecurityTxtExpired({ security }: Pick<Env, "security">, at: Date): boolean {
  return security !== null && security.expires <= at;
}
