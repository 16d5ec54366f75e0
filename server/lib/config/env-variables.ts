import { z } from "zod";
import { mailAddress } from "../fields";
import type { Variable } from "./env-parsers";
import {
  address,
  contacts,
  day,
  encryptionKeys,
  flag,
  integer,
  issuer,
  networks,
  origin,
  port,
  webhookNetworks,
} from "./env-parsers";

const MIN_SECRET_LENGTH = 32;

/** All settings. `.env.example` is generated from this table (`npm run env:example`). */
export const VARIABLES = {
  PORT: { description: "Port of the API, the checkout and the Console.", fallback: "3000", schema: port() },
  SHOP_PORT: {
    description: "Port of the demo shop (demo only); of a public demo, of its receiver of webhooks.",
    fallback: "PORT + 1",
    schema: port(),
  },
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
    description: "URL of a PostgreSQL. Without it an embedded one starts, and the installation is a demo.",
    fallback: "embedded",
    schema: address(["postgresql", "postgres"]),
    needed: "Set it to postgresql://user:password@host:5432/database",
  },
  DATABASE_MIGRATION_URL: {
    description:
      "The same database by the role that owns its tables, for migrations alone. DATABASE_URL can then be a role that owns none.",
    fallback: "DATABASE_URL, whose role then owns the tables",
    schema: address(["postgresql", "postgres"]),
  },
  DEMO: {
    description:
      "Demo data, demo shop, outbox page and simulated bank, for this machine only. Never on a real installation.",
    fallback:
      "1 without DATABASE_URL, else 0; required without DATABASE_URL unless NODE_ENV is unset, development or test",
    schema: flag(),
  },
  DEMO_IN_CONTAINER: {
    description:
      "The demo runs in a container whose ports are published on 127.0.0.1 only: HOST may be 0.0.0.0, and private addresses may open the outbox.",
    fallback: "0",
    schema: flag(),
  },
  DEMO_SAMPLES: {
    description: "The demo's merchants start with 90 days of sample payments. 0: they start empty.",
    fallback: "1",
    schema: flag(),
  },
  DEMO_PUBLIC: {
    description:
      "A demo that the public may open: any BASE_URL and HOST, a merchant for an hour for every visitor, but no outbox page, no demo shop, and no demo users or credentials. Needs SMTP_URL.",
    fallback: "0",
    schema: flag(),
  },
  ROLE: {
    description: "The role of this process: web, worker or all. Any number of processes can share one database.",
    fallback: "all",
    schema: z.enum(["all", "web", "worker"], "must be all, web or worker"),
  },
  HEALTH_PORT: {
    description: "Port of /healthz and /readyz of a process with ROLE=worker, which serves nothing else.",
    fallback: "none: a worker listens on no port",
    schema: port(),
  },
  BASE_URL: {
    description: "The public origin of this installation.",
    fallback: "http://localhost:PORT in the demo",
    schema: origin(),
    needed: "Set it to the public origin, such as https://pay.example.com",
  },
  SMTP_URL: {
    description:
      "Mail server for all mail, such as sign-in codes and notices. The demo without one shows its mail on an outbox page.",
    fallback: "outbox page in the demo",
    schema: address(["smtp", "smtps"]),
    needed: "Set it to smtp://user:password@host:587",
  },
  MAIL_FROM: {
    description: "Sender of mail.",
    fallback: "Bankside <no-reply@localhost> in the demo",
    schema: z.string().regex(/@/, "must contain an e-mail address"),
    needed: "Set it to the sender, such as Bankside <no-reply@pay.example.com>",
  },
  OPERATOR_EMAIL: {
    description:
      "The operator's address: for the daily reconciliation report, if it has differences, and for requests of merchants for another name.",
    fallback: "the report and the requests are stored, not sent",
    schema: mailAddress,
  },
  SIMBANK_ENABLED: {
    description: "Offer the simulated banks, for test payments. Outside the demo, set SIMBANK_URL too.",
    fallback: "1 in the demo, else 0",
    schema: flag(),
  },
  SIMBANK_URL: {
    description:
      "Origin of the simulated bank: a second name of this installation, or the address of npm run simbank. Outside the demo its host must differ from that of BASE_URL.",
    fallback: "BASE_URL in the demo",
    schema: origin(),
  },
  SIMBANK_PORT: { description: "Port of npm run simbank.", fallback: "3010", schema: port() },
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
    description: "Client id that Google's ID tokens are for. Users can then get API tokens with one.",
    fallback: "the google_id_token grant is off",
    schema: z.string().max(255, "must have at most 255 characters"),
  },
  GOOGLE_CLIENT_SECRET: {
    description:
      "Secret of that client. With it, Google is a sign-in method of the Console too; the address to register there is BASE_URL/sign-in/google/return.",
    fallback: "no sign-in with Google",
    schema: z.string().max(255, "must have at most 255 characters"),
  },
  GOOGLE_ISSUER: {
    description: "Issuer of those ID tokens: any OpenID provider that verifies addresses.",
    fallback: "https://accounts.google.com",
    schema: issuer(),
  },
  WEBHOOK_ALLOW_CIDRS: {
    description:
      "Private networks that a merchant's webhooks may reach: merchant=cidr:port with the merchant's id, separated by commas; [cidr] for IPv6, from-to for several ports. In the demo, cidr:port applies to every merchant.",
    fallback: "none; the demo adds its own shop",
    schema: webhookNetworks(),
  },
  BANK_LOGOS_DIR: {
    description: "Folder of bank logos of your own: <id or slug of the bank>.svg, .png or .webp.",
    fallback: "monograms",
    schema: z.string(),
  },
  LOGO_SERVICE_URL: {
    description:
      "Address of bank logos, for logoUrl of GET /banks/top only: the checkout shows the files of BANK_LOGOS_DIR, else marks. {host} is replaced by the host of the bank's website.",
    fallback: "monograms",
    schema: address(["http", "https"]).refine((text) => text.includes("{host}"), "must contain {host}"),
  },
  PRIVACY_URL: {
    description: "The operator's privacy policy, linked at the foot of hosted checkout pages.",
    fallback: "no link",
    schema: address(["http", "https"]),
  },
  LEGAL_NOTICE_URL: {
    description: "The operator's legal notice (imprint), linked at the foot of hosted checkout pages.",
    fallback: "no link",
    schema: address(["http", "https"]),
  },
  SECURITY_CONTACT: {
    description:
      "Where vulnerabilities are reported, for /.well-known/security.txt: mailto:, https: or tel: addresses, separated by commas.",
    fallback: "no security.txt",
    schema: contacts(),
  },
  SECURITY_EXPIRES: {
    description: "The date on which security.txt expires, such as 2027-06-30. Needed with SECURITY_CONTACT.",
    fallback: "no security.txt",
    schema: day(),
  },
  SECURITY_POLICY_URL: {
    description: "Address of your vulnerability disclosure policy, named in security.txt.",
    fallback: "no policy",
    schema: address(["https"]),
  },
  LOG_LEVEL: {
    description: "trace, debug, info, warn, error, fatal or silent.",
    fallback: "info",
    schema: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], "must be a level such as info"),
  },
  TRUSTED_PROXIES: {
    description: "Networks of the proxies whose X-Forwarded-For is trusted, separated by commas.",
    fallback: "none",
    schema: networks(),
  },
  PAYMENT_LINK_TTL_DAYS: {
    description: "Days until a payment link expires, 1 to 70.",
    fallback: "7",
    schema: integer(1, 70),
  },
  DRAIN_DELAY_S: {
    description: "Seconds that a stopping process still serves, with /readyz 503, until its load balancer removes it.",
    fallback: "0",
    schema: integer(0, 300),
  },
  SHUTDOWN_TIMEOUT_S: {
    description: "Seconds that open requests get to finish on shutdown.",
    fallback: "10",
    schema: integer(1, 600),
  },
} as const satisfies Record<string, Variable>;
