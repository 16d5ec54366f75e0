import type { z } from "zod";
import type { AllowedNetwork, EncryptionKey, Variable } from "./env-parsers";
import { VARIABLES } from "./env-variables";
import { startError } from "./start-error";

export type { AllowedNetwork, EncryptionKey };

type Name = keyof typeof VARIABLES;
type Parsed = { [K in Name]?: z.output<(typeof VARIABLES)[K]["schema"]> };

/** What the rest of the code sees: parsed, with defaults, in the units that the names say. */
export interface Env {
  port: number;
  shopPort: number;
  host: string;
  /** Whether HOST was left at its default: the entry then takes both loopback addresses. */
  hostIsDefault: boolean;
  dataDir: string;
  databaseUrl: string;
  demo: boolean;
  role: "all" | "web" | "worker";
  /** An origin, without a slash at its end. */
  baseUrl: string;
  /** Null: mail goes to the outbox page (demo only). */
  smtpUrl: string | null;
  mailFrom: string;
  /** Null: the daily report is mailed to nobody. */
  operatorEmail: string | null;
  simbankEnabled: boolean;
  /** An origin, without a slash at its end. Null: the product serves the simulated bank itself. */
  simbankUrl: string | null;
  simbankPort: number;
  /** The first seals, every one of them opens. Never empty. */
  encryptionKeys: readonly EncryptionKey[];
  nextauthSecret: string;
  /** Null: ID tokens are not taken. */
  googleClientId: string | null;
  /** Null: Google is no way into the Console. */
  googleClientSecret: string | null;
  googleIssuer: string;
  /** Networks that webhooks may reach although they are private; the demo's own shop included. */
  webhookAllow: readonly AllowedNetwork[];
  /** A folder; null: the operator has no logos of banks. */
  bankLogosDir: string | null;
  /** A template with `{host}`; null: our own monograms. */
  logoServiceUrl: string | null;
  /** Addresses of the operator's own pages, for the foot of hosted pages. */
  privacyUrl: string | null;
  legalNoticeUrl: string | null;
  logLevel: "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent";
  trustedProxies: readonly AllowedNetwork[];
  paymentLinkTtlDays: number;
  shutdownTimeoutS: number;
}

type Source = Readonly<Record<string, string | undefined>>;

const DEFAULT_PORT = 3000;
const DEFAULT_SIMBANK_PORT = 3010;
const DEFAULT_LINK_TTL_DAYS = 7;
const DEFAULT_SHUTDOWN_TIMEOUT_S = 10;

/** Parses every variable that is set; an empty text counts as not set. */
function parseVariables(source: Source): Parsed {
  const problems: string[] = [];
  const parsed: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(VARIABLES)) {
    const text = source[name]?.trim();
    if (text === undefined || text === "") continue;
    const result = variable.schema.safeParse(text);
    if (result.success) parsed[name] = result.data;
    else problems.push(`${name} ${result.error.issues[0]?.message ?? "is not valid"}`);
  }
  if (problems.length > 0) throw startError(`The configuration is not valid: ${problems.join("; ")}.`);
  return parsed as Parsed;
}

/** Refuses what would need a default secret, or would run without the means to do its work. */
function refuseMissing(parsed: Parsed): void {
  const missing = Object.entries<Variable>(VARIABLES)
    .filter(([name, variable]) => variable.needed !== undefined && parsed[name as Name] === undefined)
    .map(([name, variable]) => `${name} is missing. ${variable.needed}`);
  if (missing.length === 0) return;
  const advice =
    "Outside the demo nothing has a default secret: set what is missing, or start with DEMO=1 to look around.";
  throw startError([...missing, advice].join("\n"));
}

/** Outside the demo the simulated banks are never served on the operator's own origin. */
function refuseSharedOrigin({ SIMBANK_ENABLED, SIMBANK_URL, BASE_URL = "" }: Parsed): void {
  if (!SIMBANK_ENABLED) return;
  if (SIMBANK_URL !== undefined && new URL(SIMBANK_URL).host !== new URL(BASE_URL).host) return;
  throw startError(
    `SIMBANK_ENABLED needs SIMBANK_URL with a host of its own${SIMBANK_URL === undefined ? "" : ", and not BASE_URL's"}: outside the demo the simulated banks' pages are not served beside the operator's. ` +
      "Set it to a second name of this installation, such as https://bank.pay.example.com, or to where npm run simbank is reached.",
  );
}

/** Whether the installation is a demo: asked before the rest can be parsed, because a demo generates what is missing. */
export function isDemo(source: Source): boolean {
  const { DEMO, DATABASE_URL } = parseVariables(source);
  return DEMO ?? DATABASE_URL === undefined;
}

/** Where the embedded database and the generated secrets live. */
export function dataDirOf(source: Source): string {
  return parseVariables(source).DATA_DIR ?? ".data";
}

/** Reads a whole environment. Throws a plain sentence (`startError`) for a value that is not valid or is missing. */
export function parseEnv(source: Source): Env {
  const v = parseVariables(source);
  const demo = v.DEMO ?? v.DATABASE_URL === undefined;
  if (!demo) refuseMissing(v);
  const { DATABASE_URL, ENCRYPTION_KEY, NEXTAUTH_SECRET } = v;
  if (!DATABASE_URL || !ENCRYPTION_KEY || !NEXTAUTH_SECRET) {
    throw startError(
      "The demo's database and secrets are prepared by npm start: run the product or its commands through npm.",
    );
  }
  if (!demo) refuseSharedOrigin(v);
  const listenPort = v.PORT ?? DEFAULT_PORT;
  const shopPort = v.SHOP_PORT ?? listenPort + 1;
  const ownShop: AllowedNetwork = { address: "127.0.0.1", prefix: 32, family: "ipv4", port: shopPort };
  return {
    port: listenPort,
    shopPort,
    host: v.HOST ?? "127.0.0.1",
    hostIsDefault: v.HOST === undefined,
    dataDir: v.DATA_DIR ?? ".data",
    databaseUrl: DATABASE_URL,
    demo,
    role: v.ROLE ?? "all",
    baseUrl: v.BASE_URL ?? `http://localhost:${listenPort}`,
    smtpUrl: v.SMTP_URL ?? null,
    mailFrom: v.MAIL_FROM ?? "Bankside <no-reply@localhost>",
    operatorEmail: v.OPERATOR_EMAIL ?? null,
    simbankEnabled: v.SIMBANK_ENABLED ?? demo,
    simbankUrl: v.SIMBANK_URL ?? null,
    simbankPort: v.SIMBANK_PORT ?? DEFAULT_SIMBANK_PORT,
    encryptionKeys: ENCRYPTION_KEY,
    nextauthSecret: NEXTAUTH_SECRET,
    googleClientId: v.GOOGLE_CLIENT_ID ?? null,
    googleClientSecret: v.GOOGLE_CLIENT_SECRET ?? null,
    googleIssuer: v.GOOGLE_ISSUER ?? "https://accounts.google.com",
    webhookAllow: [...(v.WEBHOOK_ALLOW_CIDRS ?? []), ...(demo ? [ownShop] : [])],
    bankLogosDir: v.BANK_LOGOS_DIR ?? null,
    logoServiceUrl: v.LOGO_SERVICE_URL ?? null,
    privacyUrl: v.PRIVACY_URL ?? null,
    legalNoticeUrl: v.LEGAL_NOTICE_URL ?? null,
    logLevel: v.LOG_LEVEL ?? "info",
    trustedProxies: v.TRUSTED_PROXIES ?? [],
    paymentLinkTtlDays: v.PAYMENT_LINK_TTL_DAYS ?? DEFAULT_LINK_TTL_DAYS,
    shutdownTimeoutS: v.SHUTDOWN_TIMEOUT_S ?? DEFAULT_SHUTDOWN_TIMEOUT_S,
  };
}

let memo: Env | undefined;

/** The environment of this process, parsed at the first call; the entry fills in the demo's generated values before it. */
export function env(): Env {
  memo ??= parseEnv(process.env);
  return memo;
}
