// The floor: the minimal server for the calls. node:http and pg, the product's tables, as few statements as a call can
// have, narrowed to the columns in the answer, the same token cache of half a second, and no validation, routing, errors
// or logs.
import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import pg from "pg";
import { type Initiation, initiate, seal, sha256 } from "./floor-initiation";

interface Caller {
  merchantId: string;
  untilMs: number;
}

const POOL_SIZE = 20;
const TOKEN_CACHE_MS = 500;
const LINK_DAYS = 7;
const LISTED = 25;
const TOKEN_LIFE_S = 900;
const STATUS_PATH = /^\/api\/v1\/payment-requests\/([0-9a-f-]{36})\/status$/;

const key = Buffer.alloc(32, 7);
const callers = new Map<string, Caller>();
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: POOL_SIZE });

async function callerOf(request: IncomingMessage): Promise<Caller | undefined> {
  const token = request.headers.authorization?.slice("Bearer ".length) ?? "";
  const known = callers.get(token);
  if (known && known.untilMs > Date.now()) return known;
  const { rows } = await pool.query<{ merchantId: string }>({
    name: "caller",
    text: `SELECT c.merchant_id AS "merchantId" FROM access_tokens t
      JOIN token_families f ON f.id = t.family_id AND f.revoked_at IS NULL
      JOIN credentials c ON c.id = f.credential_id AND c.disabled_at IS NULL
      WHERE t.hash = $1 AND t.expires_at > app_now()`,
    values: [sha256(token)],
  });
  const caller = rows[0] && { ...rows[0], untilMs: Date.now() + TOKEN_CACHE_MS };
  if (caller) callers.set(token, caller);
  return caller;
}

interface Body {
  order: { amount: number; currency: string; payment_reference: string; order_id: string; locale: string };
  redirect_urls: { success_url: string; failure_url: string };
}

async function createLink({ merchantId }: Caller, { order, redirect_urls: urls }: Body): Promise<object> {
  const token = `plink_${randomBytes(32).toString("base64url")}`;
  const { rows } = await pool.query<{ id: string; expires_at: Date }>({
    name: "link",
    text: `INSERT INTO payment_links (id, merchant_id, token_hash, token_sealed, amount, currency, payment_reference, order_id,
        locale, test, success_url, failure_url, metadata, webhook_endpoints, expires_at)
      VALUES (uuidv7(), $1, $2, $3, $4, $5, $6, $7, $8, true, $9, $10, '{}', '{}', app_now() + make_interval(days => $11))
      RETURNING id, expires_at`,
    values: [
      ...[merchantId, sha256(token), seal(key, token, merchantId), order.amount, order.currency],
      ...[order.payment_reference, order.order_id, order.locale, urls.success_url, urls.failure_url, LINK_DAYS],
    ],
  });
  const url = `http://localhost/pay/${token}`;
  return {
    payment_link_url: url,
    link_id: rows[0]?.id,
    status: "active",
    expires_at: rows[0]?.expires_at.toISOString(),
  };
}

async function readStatus({ merchantId }: Caller, id: string | undefined): Promise<object | undefined> {
  const { rows } = await pool.query<object>({
    name: "status",
    text: `SELECT CASE WHEN status = 'pending' AND live_attempt_id IS NULL AND expires_at <= app_now() THEN 'expired'
        ELSE status END AS status, amount::text, currency, id AS payment_request_id, order_id, status_reason, test, late,
        reversed_amount::text
      FROM payment_requests WHERE id = $1 AND merchant_id = $2`,
    values: [id, merchantId],
  });
  return rows[0];
}

async function issueToken(given: { client_id: string; client_secret: string }): Promise<object | undefined> {
  const { rows } = await pool.query<{ hash: Buffer }>({
    name: "secret",
    text: "SELECT secret_hash AS hash FROM credentials WHERE id = $1 AND disabled_at IS NULL",
    values: [given.client_id],
  });
  const [stored] = rows;
  if (!stored || !timingSafeEqual(stored.hash, sha256(given.client_secret))) return undefined;
  const [access, refresh] = ["atok_", "rtok_"].map((prefix) => prefix + randomBytes(32).toString("base64url"));
  await pool.query({
    name: "family",
    text: `WITH family AS (
        INSERT INTO token_families (id, credential_id, expires_at)
        VALUES (uuidv7(), $1, app_now() + interval '24 hours') RETURNING id, expires_at
      ), used AS (
        UPDATE credentials SET last_used_at = app_now() WHERE id = $1
      ), access AS (
        INSERT INTO access_tokens (hash, family_id, expires_at)
        SELECT $2, id, app_now() + make_interval(secs => $4) FROM family
      )
      INSERT INTO refresh_tokens (hash, family_id, expires_at) SELECT $3, id, expires_at FROM family`,
    values: [given.client_id, sha256(access ?? ""), sha256(refresh ?? ""), TOKEN_LIFE_S],
  });
  return { access_token: access, refresh_token: refresh, token_type: "Bearer", expires_in: TOKEN_LIFE_S };
}

async function listLinks({ merchantId }: Caller): Promise<{ data: object[]; pagination: object }> {
  const { rows } = await pool.query<{ total: number }>({
    name: "links",
    text: `WITH found AS (
        SELECT listed.key, listed.id FROM (
          SELECT DISTINCT merchant_id, test, list_status FROM payment_link_counts WHERE merchant_id = $1) AS part
        CROSS JOIN LATERAL (
          SELECT created_at AS key, id FROM payment_links AS link WHERE link.merchant_id = part.merchant_id
            AND link.test = part.test AND link.list_status = part.list_status
          ORDER BY key DESC, id DESC LIMIT $2) AS listed),
      page AS (SELECT key, id FROM found ORDER BY key DESC, id DESC LIMIT $2),
      counted AS (SELECT COALESCE(sum(links), 0)::int AS total FROM payment_link_counts WHERE merchant_id = $1)
      SELECT id, json_build_object('id', merchant_id, 'brand_name', (SELECT brand_name FROM merchants m WHERE m.id = merchant_id)) AS merchant,
        amount::int, currency, payment_reference, order_id,
        CASE WHEN list_status = 'active' AND expires_at <= app_now() THEN 'expired' ELSE list_status END AS status,
        'single_use' AS link_type, views_count, first_viewed_at, expires_at, created_at, updated_at, payment_request_id, total
      FROM payment_links JOIN page USING (id) CROSS JOIN counted ORDER BY key DESC, id DESC`,
    values: [merchantId, LISTED],
  });
  const total = rows[0]?.total ?? 0;
  const totalPages = Math.ceil(total / LISTED);
  const pages = { page: 1, limit: LISTED, totalPages, hasNextPage: totalPages > 1, hasPreviousPage: false };
  return { data: rows.map(({ total: _, ...link }) => link), pagination: { total, ...pages } };
}

async function readJson<T>(request: IncomingMessage): Promise<T> {
  let text = "";
  for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString();
  return JSON.parse(text) as T;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  // A request at the start checks that the process listens.
  if (request.url === "/") {
    response.writeHead(204).end();
    return;
  }
  const answered = await dataOf(request);
  response.writeHead(answered ? 200 : 404, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(JSON.stringify({ success: answered !== undefined, ...answered }));
}

/** The response with `data`; undefined for a wrong response. */
async function dataOf(request: IncomingMessage): Promise<{ data: object; pagination?: object } | undefined> {
  const { method, url = "" } = request;
  const only = (data: object | undefined) => data && { data };
  if (url === "/api/v1/oauth2/token") return only(await issueToken(await readJson(request)));
  if (url === "/api/v1/embedded/payment-initiation")
    return only(await initiate(pool, key, await readJson<Initiation>(request)));
  const caller = await callerOf(request);
  if (!caller) return undefined;
  if (method === "POST") return only(await createLink(caller, await readJson<Body>(request)));
  if (url.startsWith("/api/v1/payment-links?")) return listLinks(caller);
  return only(await readStatus(caller, STATUS_PATH.exec(url)?.[1]));
}

const server = createServer((request, response) => {
  // At the end of a round the load generator closes its connections in the middle of requests.
  answer(request, response).catch(() => response.destroy());
});
server.listen(Number(process.env["PORT"]), "127.0.0.1");
process.once("SIGTERM", () => process.exit(0));
