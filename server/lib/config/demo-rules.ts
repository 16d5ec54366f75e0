import { isLoopbackHost } from "../net/networks";

export const DEFAULT_PORT = 3000;

/** The merchants of every demo. A database that contains the first one was created by a demo. */
export const DEMO_MERCHANT_IDS = [
  "01931f00-0000-7000-8000-000000000011",
  "01931f00-0000-7000-8000-000000000012",
  "01931f00-0000-7000-8000-000000000013",
] as const;

/** The demo's default merchant. */
export const FIRST_DEMO_MERCHANT_ID = DEMO_MERCHANT_IDS[0];

/** The variables that decide whether a demo may start; undefined: not set. */
type DemoSettings = {
  DEMO?: boolean | undefined;
  DEMO_PUBLIC?: boolean | undefined;
  DEMO_IN_CONTAINER?: boolean | undefined;
  DATABASE_URL?: string | undefined;
  BASE_URL?: string | undefined;
  HOST?: string | undefined;
  SMTP_URL?: string | undefined;
  PORT?: number | undefined;
  SHOP_PORT?: number | undefined;
};

/** Without DATABASE_URL the installation is a demo, unless DEMO=0. */
export function isDemoOf({ DEMO, DATABASE_URL }: DemoSettings): boolean {
  return DEMO ?? DATABASE_URL === undefined;
}

/**
 * Why a demo must not start with these settings, as one sentence with the remedy; null: it may. A demo shows its mail,
 * with every sign-in code, to all visitors, so it serves this machine only. `nodeEnv`: NODE_ENV of the start's
 * environment; in production a missing DATABASE_URL must not start a demo.
 */
export function refusalOfDemo(settings: DemoSettings, nodeEnv: string | undefined): string | null {
  const { DEMO, DATABASE_URL, DEMO_PUBLIC = false, DEMO_IN_CONTAINER = false, BASE_URL, HOST, SMTP_URL } = settings;
  const { PORT = DEFAULT_PORT, SHOP_PORT } = settings;
  if (!isDemoOf(settings)) {
    return DEMO_PUBLIC
      ? "DEMO_PUBLIC=1 is set, but this start is not a demo: unset DEMO_PUBLIC, or set DEMO=1 as well and DATABASE_URL to an empty database."
      : null;
  }
  if (DEMO === undefined && !/^(?:|development|test)$/i.test(nodeEnv?.trim() ?? "")) {
    return `NODE_ENV is ${nodeEnv} and DATABASE_URL is missing: set DATABASE_URL to your PostgreSQL, such as postgresql://user:password@host:5432/database, or set DEMO=1 to run a demo.`;
  }
  if (DEMO_PUBLIC) {
    return SMTP_URL === undefined
      ? "A demo for the public (DEMO_PUBLIC=1) has no outbox page, so sign-in codes need SMTP_URL: set SMTP_URL to smtp://user:password@host:587."
      : null;
  }
  if (SHOP_PORT !== undefined && SHOP_PORT === PORT) {
    return `SHOP_PORT and PORT are both ${PORT}: the demo shop needs a port of its own. Unset SHOP_PORT for ${PORT + 1}, or set another one.`;
  }
  const missing = DATABASE_URL === undefined ? ["set DATABASE_URL"] : [];
  const real = [...missing, ...(DEMO ? ["unset DEMO"] : [])].join(" and ");
  if (BASE_URL !== undefined && !isLocalOrigin(BASE_URL)) {
    return `A demo serves this machine only, but BASE_URL is ${BASE_URL}: unset BASE_URL to run the demo here, ${real} to run a real installation, or set DEMO_PUBLIC=1 to show a demo to the public.`;
  }
  if (HOST !== undefined && !isLoopbackHost(HOST) && !DEMO_IN_CONTAINER) {
    return `A demo serves this machine only, but HOST is ${HOST}: unset HOST to run the demo here, set DEMO_IN_CONTAINER=1 if it runs in a container whose ports are published on 127.0.0.1 only, ${real} to run a real installation, or set DEMO_PUBLIC=1 to show a demo to the public.`;
  }
  return null;
}

/** Plain http only: a demo on https is behind a proxy. */
function isLocalOrigin(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === "http:" && isLoopbackHost(hostname);
}
