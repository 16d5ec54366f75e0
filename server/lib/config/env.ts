import type { z } from "zod";
import { isLoopbackHost } from "../net/networks";
import { DEFAULT_PORT, isDemoOf, refusalOfDemo } from "./demo-rules";
import type { AllowedNetwork, EncryptionKey, Variable, WebhookNetwork } from "./env-parsers";
import { writtenNetwork } from "./env-parsers";
import { VARIABLES } from "./env-variables";
import { startError } from "./start-error";

export type { AllowedNetwork, EncryptionKey, WebhookNetwork };

type Name = keyof typeof VARIABLES;
type Parsed = { [K in Name]?: z.output<(typeof VARIABLES)[K]["schema"]> };

/** The parsed settings with defaults, in the units of their names. */
export interface Env {
  port: number;
  shopPort: number;
  host: string;
  /** Whether HOST has its default: the entry then listens on both loopback addresses. */
  hostIsDefault: boolean;
  dataDir: string;
  databaseUrl: string;
  /** The database URL for migrations, of the role that owns the tables. Default: DATABASE_URL. */
  migrationUrl: string;
  demo: boolean;
  /** An unused demo gets sample payments at its start. */
  demoSamples: boolean;
  /** A public demo: without the outbox page, demo users, demo credentials and demo shop. */
  demoPublic: boolean;
  /** A demo behind a container's port mapping: visitors connect from a private address. */
  demoInContainer: boolean;
  role: "all" | "web" | "worker";
  /** The port of a worker's health checks; null: none. */
  healthPort: number | null;
  /** An origin, without a trailing slash. */
  baseUrl: string;
  /** Null: mail goes to the outbox page (demo only). */
  smtpUrl: string | null;
  mailFrom: string;
  /** Null: the daily report is not mailed. */
  operatorEmail: string | null;
  simbankEnabled: boolean;
  /** An origin, without a trailing slash. Null: the product serves the simulated bank itself. */
  simbankUrl: string | null;
  simbankPort: number;
  /** The first seals, all open. Never empty. */
  encryptionKeys: readonly EncryptionKey[];
  nextauthSecret: string;
  /** Null: ID tokens are refused. */
  googleClientId: string | null;
  /** Null: Google is not offered as a sign-in method in the Console. */
  googleClientSecret: string | null;
  googleIssuer: string;
  /** Private networks that webhooks may reach, including the demo's own shop. */
  webhookAllow: readonly WebhookNetwork[];
  /** A folder; null: no bank logos of the operator. */
  bankLogosDir: string | null;
  /** A URL template with `{host}`; null: our own monograms. */
  logoServiceUrl: string | null;
  /** Addresses of the operator's own pages, for the footer of hosted pages. */
  privacyUrl: string | null;
  legalNoticeUrl: string | null;
  /** For security.txt; null: not served. */
  security: { contacts: readonly string[]; expires: Date; policyUrl: string | null } | null;
  logLevel: "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent";
  trustedProxies: readonly AllowedNetwork[];
  paymentLinkTtlDays: number;
  drainDelayS: number;
  shutdownTimeoutS: number;
}

type Source = Readonly<Record<string, string | undefined>>;

/** Below the project's folder, which is the working directory. */
export const DEFAULT_DATA_DIR = ".data";
const DEFAULT_SIMBANK_PORT = 3010;
const DEFAULT_LINK_TTL_DAYS = 7;
const DEFAULT_SHUTDOWN_TIMEOUT_S = 10;

/** Parses every variable that is set; an empty text counts as unset. */
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

/** Refuses to start without required values: a secret must not have a default. */
function refuseMissing(parsed: Parsed): void {
  const missing = Object.entries<Variable>(VARIABLES)
    .filter(([name, variable]) => variable.needed !== undefined && parsed[name as Name] === undefined)
    .map(([name, variable]) => `${name} is missing. ${variable.needed}`);
  if (missing.length === 0) return;
  const advice =
    "Outside the demo there are no default secrets. Set the missing variables, or set DEMO=1 to try the product.";
  throw startError([...missing, advice].join("\n"));
}

/** Outside the demo the simulated banks must not share the operator's origin. */
function refuseSharedOrigin({ SIMBANK_ENABLED, SIMBANK_URL, BASE_URL = "" }: Parsed): void {
  if (!SIMBANK_ENABLED) return;
  if (SIMBANK_URL !== undefined && new URL(SIMBANK_URL).host !== new URL(BASE_URL).host) return;
  throw startError(
    `SIMBANK_ENABLED needs SIMBANK_URL with a host of its own${SIMBANK_URL === undefined ? "" : ", and not BASE_URL's"}: outside the demo the simulated banks' pages are not served from the operator's host. ` +
      "Set it to a second name of this installation, such as https://bank.pay.example.com, or to the address of npm run simbank.",
  );
}

/** Outside the demo http is for this machine only: tokens, sign-in codes and cookies would cross the network in clear. */
function refuseUnencryptedOrigin({ BASE_URL = "" }: Parsed): void {
  const { protocol, hostname, host } = new URL(BASE_URL);
  if (protocol === "https:" || isLoopbackHost(hostname)) return;
  throw startError(
    `BASE_URL is ${BASE_URL}, without TLS: tokens and sign-in codes would cross the network in clear. Set BASE_URL to https://${host}, and put a proxy with TLS in front (docs/operate/hardening.md). http is allowed for localhost and in the demo.`,
  );
}

/**
 * Outside the demo a private network is allowed for one merchant only, because its services belong to that merchant.
 */
function refuseSharedNetworks({ WEBHOOK_ALLOW_CIDRS = [] }: Parsed): void {
  const shared = WEBHOOK_ALLOW_CIDRS.find(({ merchantId }) => merchantId === null);
  if (!shared) return;
  const entry = writtenNetwork(shared);
  throw startError(
    `WEBHOOK_ALLOW_CIDRS opens ${entry} to every merchant, which is allowed in the demo only. Write <merchant id>=${entry}, with the id from the Console's address or bankside merchant create.`,
  );
}

/** The demo's shop is part of the product, so its responses may be shown. */
function ownShop(port: number): WebhookNetwork {
  const address = { address: "127.0.0.1", prefix: 32, family: "ipv4" } as const;
  return { merchantId: null, ...address, fromPort: port, toPort: port, showsAnswers: true };
}

/** RFC 9116 §2.5.5 requires Expires. A default would claim that the contact was checked. */
function securityOf(parsed: Parsed): Env["security"] {
  const { SECURITY_CONTACT: contacts, SECURITY_EXPIRES: expires, SECURITY_POLICY_URL: policyUrl = null } = parsed;
  if (!contacts) return null;
  if (!expires) {
    throw startError(
      "SECURITY_CONTACT needs SECURITY_EXPIRES: the date on which security.txt expires, such as 2027-06-30.",
    );
  }
  return { contacts, expires, policyUrl };
}

/**
 * Whether the installation is a demo. Called before the other settings are parsed, because a demo generates missing
 * values. `nodeEnv`: NODE_ENV of the start's environment. Throws a start error if a demo must not start.
 */
export function isDemo(source: Source, nodeEnv?: string): boolean {
  const parsed = parseVariables(source);
  const refusal = refusalOfDemo(parsed, nodeEnv);
  if (refusal !== null) throw startError(refusal);
  return isDemoOf(parsed);
}

/** The directory of the embedded database and the generated secrets. */
export function dataDirOf(source: Source): string {
  return parseVariables(source).DATA_DIR ?? DEFAULT_DATA_DIR;
}

/** Whether a demo is one for the public. */
export function isDemoPublic(source: Source): boolean {
  return parseVariables(source).DEMO_PUBLIC ?? false;
}

/** Parses a whole environment. Throws a `startError` for a missing or invalid value. */
export function parseEnv(source: Source): Env {
  const demo = isDemo(source);
  const v = parseVariables(source);
  if (!demo) {
    refuseMissing(v);
    refuseUnencryptedOrigin(v);
    refuseSharedNetworks(v);
  }
  const { DATABASE_URL, ENCRYPTION_KEY, NEXTAUTH_SECRET } = v;
  if (!DATABASE_URL || !ENCRYPTION_KEY || !NEXTAUTH_SECRET) {
    throw startError(
      "npm start prepares the demo's database and secrets. Run the product and its commands through npm.",
    );
  }
  if (!demo) refuseSharedOrigin(v);
  const listenPort = v.PORT ?? DEFAULT_PORT;
  const shopPort = v.SHOP_PORT ?? listenPort + 1;
  return {
    port: listenPort,
    shopPort,
    host: v.HOST ?? "127.0.0.1",
    hostIsDefault: v.HOST === undefined,
    dataDir: v.DATA_DIR ?? DEFAULT_DATA_DIR,
    databaseUrl: DATABASE_URL,
    migrationUrl: v.DATABASE_MIGRATION_URL ?? DATABASE_URL,
    demo,
    demoSamples: v.DEMO_SAMPLES ?? true,
    demoPublic: v.DEMO_PUBLIC ?? false,
    demoInContainer: v.DEMO_IN_CONTAINER ?? false,
    role: v.ROLE ?? "all",
    healthPort: v.HEALTH_PORT ?? null,
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
    webhookAllow: [...(v.WEBHOOK_ALLOW_CIDRS ?? []), ...(demo ? [ownShop(shopPort)] : [])],
    bankLogosDir: v.BANK_LOGOS_DIR ?? null,
    logoServiceUrl: v.LOGO_SERVICE_URL ?? null,
    privacyUrl: v.PRIVACY_URL ?? null,
    legalNoticeUrl: v.LEGAL_NOTICE_URL ?? null,
    security: securityOf(v),
    logLevel: v.LOG_LEVEL ?? "info",
    trustedProxies: v.TRUSTED_PROXIES ?? [],
    paymentLinkTtlDays: v.PAYMENT_LINK_TTL_DAYS ?? DEFAULT_LINK_TTL_DAYS,
    drainDelayS: v.DRAIN_DELAY_S ?? 0,
    shutdownTimeoutS: v.SHUTDOWN_TIMEOUT_S ?? DEFAULT_SHUTDOWN_TIMEOUT_S,
  };
}

let memo: Env | undefined;

/**
 * The environment of this process, parsed at the first call. In the demo the entry adds the generated values before.
 */
export function env(): Env {
  memo ??= parseEnv(process.env);
  return memo;
}
