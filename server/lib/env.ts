import { z } from "zod";
import type { AllowedNetwork, EncryptionKey, Variable } from "./env-parsers";
import { address, encryptionKeys, flag, integer, issuer, networks, origin, port } from "./env-parsers";
import { startError } from "./start-error";

export type { AllowedNetwork, EncryptionKey };

const MIN_SECRET_LENGTH = 32;

/** The one table of what can be configured. `.env.example` is written from it (`npm run env:example`). */
export const VARIABLES = {
  PORT: { description: "Port of the API, the checkout and the Console.", fallback: "3000", schema: port() },
  SHOP_PORT: { description: "Port of the demo shop (demo only).", fallback: "PORT + 1", schema: port() },
  HOST: {
    description: "Address to listen on. 0.0.0.0 for every network interface.",
    fallback: "127.0.0.1 (and ::1)",
    schema: z.string(),
  },
  DATA_DIR: {
    description: "Folder of the embedded database and the demo's generated secrets.",
    fallback: ".data",
    schema: z.string(),
  },
  DATABASE_URL: {
    description: "Another PostgreSQL. Without it an embedded one starts, and the installation is a demo.",
    fallback: "embedded",
    schema: address(["postgresql", "postgres"]),
    needed: "Set it to postgresql://user:password@host:5432/database",
  },
  DEMO: {
    description: "Demo data, demo shop, outbox page and simulated bank. Never on a real installation.",
    fallback: "1 without DATABASE_URL, else 0",
    schema: flag(),
  },
  ROLE: {
    description: "What this process does: web, worker, or all. Any number of each against one database.",
    fallback: "all",
    schema: z.enum(["all", "web", "worker"], "must be all, web or worker"),
  },
  BASE_URL: {
    description: "The public origin of this installation.",
    fallback: "http://localhost:PORT in the demo",
    schema: origin(),
    needed: "Set it to the public origin, such as https://pay.example.com",
  },
  SMTP_URL: {
    description: "Mail server for sign-in codes. The demo without one shows its mail on an outbox page.",
    fallback: "outbox page in the demo",
    schema: address(["smtp", "smtps"]),
    needed: "Set it to smtp://user:password@host:587",
  },
  MAIL_FROM: {
    description: "Sender of mail.",
    fallback: "Bankside <no-reply@localhost> in the demo",
    schema: z.string().regex(/@/, "must hold a mail address"),
    needed: "Set it to the sender, such as Bankside <no-reply@pay.example.com>",
  },
  SIMBANK_ENABLED: {
    description: "Serve the simulated bank, for test payments.",
    fallback: "1 in the demo, else 0",
    schema: flag(),
  },
  SIMBANK_URL: {
    description: "Origin of the simulated bank where it runs as a process of its own (npm run simbank).",
    fallback: "BASE_URL: the product serves it",
    schema: origin(),
  },
  SIMBANK_PORT: { description: "Port of that process.", fallback: "3010", schema: port() },
  ENCRYPTION_KEY: {
    description: "Keys for sealed columns, as id:base64 of 32 bytes, separated by commas. The first seals, all open.",
    fallback: "generated in the demo",
    schema: encryptionKeys(),
    needed: "Set it to k1:<key>, the key from: openssl rand -base64 32",
  },
  NEXTAUTH_SECRET: {
    description: "Secret of the Console's sign-in.",
    fallback: "generated in the demo",
    schema: z.string().min(MIN_SECRET_LENGTH, `must have at least ${MIN_SECRET_LENGTH} characters`),
    needed: "Set it to the output of: openssl rand -base64 32",
  },
  GOOGLE_CLIENT_ID: {
    description: "Client id that Google's ID tokens are for. Users can then come to the API with one.",
    fallback: "no google_id_token grant",
    schema: z.string().max(255, "must have at most 255 characters"),
  },
  GOOGLE_ISSUER: {
    description: "Issuer of those ID tokens: any OpenID provider that verifies addresses.",
    fallback: "https://accounts.google.com",
    schema: issuer(),
  },
  WEBHOOK_ALLOW_CIDRS: {
    description: "Private networks that webhooks may reach: cidr, cidr:port or [cidr]:port, separated by commas.",
    fallback: "none; the demo adds its own shop",
    schema: networks(),
  },
  LOGO_SERVICE_URL: {
    description: "Address of bank logos. {host} stands for the host of the bank's website.",
    fallback: "monograms drawn here",
    schema: address(["http", "https"]).refine((text) => text.includes("{host}"), "must hold {host}"),
  },
  LOG_LEVEL: {
    description: "trace, debug, info, warn, error, fatal or silent.",
    fallback: "info",
    schema: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], "must be a level such as info"),
  },
  TRUSTED_PROXIES: {
    description: "Networks of proxies whose X-Forwarded-For is believed, separated by commas.",
    fallback: "none",
    schema: networks(),
  },
  PAYMENT_LINK_TTL_DAYS: { description: "Days a payment link lives, 1 to 70.", fallback: "7", schema: integer(1, 70) },
  SHUTDOWN_TIMEOUT_S: {
    description: "Seconds that open requests get to finish on shutdown.",
    fallback: "10",
    schema: integer(1, 600),
  },
} as const satisfies Record<string, Variable>;

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
  simbankEnabled: boolean;
  /** An origin, without a slash at its end. Null: the product serves the simulated bank itself. */
  simbankUrl: string | null;
  simbankPort: number;
  /** The first seals, every one of them opens. Never empty. */
  encryptionKeys: readonly EncryptionKey[];
  nextauthSecret: string;
  /** Null: ID tokens are not taken. */
  googleClientId: string | null;
  googleIssuer: string;
  /** Networks that webhooks may reach although they are private; the demo's own shop included. */
  webhookAllow: readonly AllowedNetwork[];
  /** A template with `{host}`; null: our own monograms. */
  logoServiceUrl: string | null;
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
    simbankEnabled: v.SIMBANK_ENABLED ?? demo,
    simbankUrl: v.SIMBANK_URL ?? null,
    simbankPort: v.SIMBANK_PORT ?? DEFAULT_SIMBANK_PORT,
    encryptionKeys: ENCRYPTION_KEY,
    nextauthSecret: NEXTAUTH_SECRET,
    googleClientId: v.GOOGLE_CLIENT_ID ?? null,
    googleIssuer: v.GOOGLE_ISSUER ?? "https://accounts.google.com",
    webhookAllow: [...(v.WEBHOOK_ALLOW_CIDRS ?? []), ...(demo ? [ownShop] : [])],
    logoServiceUrl: v.LOGO_SERVICE_URL ?? null,
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
