import { createHash, randomBytes, randomUUID } from "node:crypto";
import path from "node:path";
import pg from "pg";
import { request } from "undici";
import type { EmbeddedPostgres } from "../server/entry/database/embedded-postgres";
import { freePort } from "../server/entry/database/free-port";
import { root, run, serve } from "./processes";

/** A server under load, and the data that its calls need. */
export interface Server {
  origin: string;
  pid: number;
  linkPath: string;
  statusPath: string;
  token: string;
  /** Connected to the server's own database, for counting rows. */
  database: pg.Client;
}

/** The product and the floor, with the calls that only they have in common. */
export interface FullServer extends Server {
  client: { client_id: string; client_secret: string };
  bankId: string;
  bankOrigin: string;
  /** A further merchant, with an API key and a token of it. */
  newMerchant(brandName: string): Promise<{ client: FullServer["client"]; access_token: string }>;
  /** The token of a payment request that is not initiated. */
  newPaymentToken(): string;
}

export const ORDER = {
  amount: 2550,
  currency: "EUR",
  payment_reference: "Order 3451",
  order_id: "ORD-1",
  locale: "en-GB",
};
/** The body of every created link. */
export const LINK_BODY = JSON.stringify({
  order: { ...ORDER, test_transaction: true },
  redirect_urls: { success_url: "https://shop.example/ok", failure_url: "https://shop.example/no" },
});
/** A start may include an install and a build. */
export const BUILD_WITHIN_MS = 15 * 60_000;
/** In the process itself: its memory is the server's. */
const TSX = ["--import", "tsx"];
const PRISMA = path.join(root, "node_modules/prisma/build/index.js");
const NEXT = path.join(root, "node_modules/next/dist/bin/next");
const NEXT_APP = path.join(root, "bench/next-app");
const TOKEN_LIFE_MS = 60 * 60_000;
/** More than a run can start; one more fails it. */
const PAYMENT_REQUESTS = 150_000;

export async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  // The database may be stopped before this connection closes.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Starts one of the bench's programs, and waits until it answers at `/`. */
async function startProgram(file: string, env: Record<string, string>): Promise<{ origin: string; pid: number }> {
  const port = await freePort(null);
  const origin = `http://127.0.0.1:${port}`;
  return { origin, pid: await serve([...TSX, file], { PORT: String(port), ...env }, `${origin}/`) };
}

/** The operator's tool of an installation: runs a command, and returns its answer. */
export function toolOf(env: Record<string, string>) {
  return async <T>(...args: string[]) => JSON.parse(await run(["scripts/bankside.mjs", ...args, "--json"], env)) as T;
}

/** The first Portuguese bank of an installation. */
export async function firstBank(origin: string): Promise<string> {
  const answer = await (await fetch(`${origin}/api/v1/banks/top?country=PT&currency=EUR&limit=1`)).json();
  return (answer as { data: { banks: { id: string }[] } }).data.banks[0]?.id ?? "";
}

/**
 * The product as deployed: its own entry, built, all roles in one process, with the demo's data. Its test banks are the
 * bench's own, and its merchant has no webhook, so that no call leaves work that slows the next. `flags`: of Node.
 */
export async function startProduct(
  postgres: EmbeddedPostgres,
  dataDir: string,
  flags: readonly string[] = [],
): Promise<FullServer> {
  await postgres.ensureDatabase("product");
  const databaseUrl = postgres.url("product");
  const { origin: bankOrigin } = await startProgram("bench/bank.ts", {});
  const port = await freePort(null);
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    ...{ PORT: String(port), SHOP_PORT: String(await freePort(null)), DEMO: "1", DEMO_SAMPLES: "0" },
    // Not BASE_URL: calls to that origin stay in the process, which would be the bank too.
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: path.join(dataDir, "product"), SIMBANK_URL: bankOrigin },
  };
  const pid = await serve([...flags, "scripts/start.mjs"], env, `${origin}/readyz`, BUILD_WITHIN_MS);
  const tool = toolOf(env);
  const create = async (brandName: string) => {
    const { id: merchantId } = await tool<{ id: string }>("merchant", "create", "--brand-name", brandName);
    const credential = ["credential", "create", "--name", "Bench", "--merchant", merchantId];
    const client = await tool<FullServer["client"]>(...credential);
    const { access_token } = await post<{ access_token: string }>(`${origin}/api/v1/oauth2/token`, client);
    return { merchantId, client, access_token };
  };
  const { merchantId, client, access_token } = await create("Olaria do Norte");
  const body = { order: { ...ORDER, test_transaction: true } };
  const created = await post<{ payment_request_id: string }>(
    `${origin}/api/v1/embedded/payment-requests`,
    body,
    access_token,
  );
  const database = await connect(databaseUrl);
  return {
    ...{ origin, pid, client, database, bankOrigin, token: access_token, linkPath: "/api/v1/payment-links" },
    statusPath: `/api/v1/payment-requests/${created.payment_request_id}/status`,
    bankId: await firstBank(origin),
    newMerchant: create,
    newPaymentToken: await seedPayments(database, merchantId),
  };
}

/** Creates payment requests without an initiation, and returns a function that gives each token once. */
async function seedPayments(database: pg.Client, merchantId: string): Promise<() => string> {
  await database.query(
    `INSERT INTO payment_requests (id, merchant_id, flow, token_hash, token_sealed, amount, currency, payment_reference,
        order_id, locale, test, expires_at)
      SELECT uuidv7(), $1, 'embedded', sha256(convert_to('ptok_bench_' || n, 'UTF8')), '', 2550, 'EUR', 'Order 3451',
        'ORD-1', 'en-GB', true, app_now() + interval '1 hour' FROM generate_series(1, $2::int) AS n`,
    [merchantId, PAYMENT_REQUESTS],
  );
  await database.query("ANALYZE payment_requests");
  let given = 0;
  return () => {
    given += 1;
    return `ptok_bench_${given}`;
  };
}

/** The floor reads and writes the product's own tables, with the product's token and payment requests. */
export async function startFloor(product: FullServer, postgres: EmbeddedPostgres): Promise<FullServer> {
  const env = { DATABASE_URL: postgres.url("product"), BANK_ORIGIN: product.bankOrigin };
  const program = await startProgram("bench/floor.ts", env);
  // The product ends the oldest tokens of a key, the floor none: with one key the product would end the floor's too.
  const { client } = await product.newMerchant("Floor");
  return { ...product, ...program, client };
}

export type OidcServer = { origin: string; pid: number; clientSecret: string; database: pg.Client };

/** The library oidc-provider, with a store in its own database. */
export async function startOidc(postgres: EmbeddedPostgres): Promise<OidcServer> {
  await postgres.ensureDatabase("oidc");
  const databaseUrl = postgres.url("oidc");
  const clientSecret = randomBytes(32).toString("base64url");
  const env = { DATABASE_URL: databaseUrl, CLIENT_SECRET: clientSecret };
  const program = await startProgram("bench/oidc-peer.ts", env);
  return { ...program, clientSecret, database: await connect(databaseUrl) };
}

/** The same two calls as an idiomatic Next application, with its own tables. */
export async function startNext(postgres: EmbeddedPostgres): Promise<Server> {
  await postgres.ensureDatabase("idiomatic");
  const databaseUrl = postgres.url("idiomatic");
  const schema = path.join(NEXT_APP, "schema.prisma");
  await run([PRISMA, "generate", "--schema", schema], {});
  const sql = await run([PRISMA, "migrate", "diff", "--from-empty", "--to-schema", schema, "--script"], {});
  const database = await connect(databaseUrl);
  await database.query(sql);
  const { token, paymentRequestId } = await seed(database);
  await run([NEXT, "build", NEXT_APP], { DATABASE_URL: databaseUrl });
  const port = await freePort(null);
  const origin = `http://127.0.0.1:${port}`;
  const env = { DATABASE_URL: databaseUrl, BASE_URL: origin };
  const pid = await serve([NEXT, "start", NEXT_APP, "-p", String(port), "-H", "127.0.0.1"], env, origin);
  const statusPath = `/api/payment-requests/${paymentRequestId}/status`;
  return { origin, pid, linkPath: "/api/payment-links", statusPath, token, database };
}

async function seed(database: pg.Client): Promise<{ token: string; paymentRequestId: string }> {
  const [merchantId, credentialId, paymentRequestId] = [randomUUID(), randomUUID(), randomUUID()];
  const token = `atok_${randomBytes(32).toString("base64url")}`;
  const until = new Date(Date.now() + TOKEN_LIFE_MS);
  const hash = createHash("sha256").update(token).digest();
  const accessToken = "INSERT INTO access_tokens (hash, credential_id, expires_at) VALUES ($1, $2, $3)";
  await database.query("INSERT INTO merchants (id, brand_name) VALUES ($1, 'Olaria do Norte')", [merchantId]);
  await database.query("INSERT INTO credentials (id, merchant_id) VALUES ($1, $2)", [credentialId, merchantId]);
  await database.query(accessToken, [hash, credentialId, until]);
  await database.query(
    `INSERT INTO payment_requests (id, merchant_id, amount, currency, order_id, test, expires_at)
     VALUES ($1, $2, 2550, 'EUR', 'ORD-1', true, $3)`,
    [paymentRequestId, merchantId, until],
  );
  return { token, paymentRequestId };
}

/** `address`: of the caller, as a proxy forwards it. */
export async function post<T>(url: string, body: object, token?: string, address?: string): Promise<T> {
  const headers = {
    "Content-Type": "application/json",
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(address ? { "X-Forwarded-For": address } : {}),
  };
  const response = await request(url, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = (await response.body.json()) as { success: boolean; data: T };
  if (!answer.success) throw new Error(`POST ${url}: ${response.statusCode} ${JSON.stringify(answer)}`);
  return answer.data;
}
