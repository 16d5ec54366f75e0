// Posts that another site's page sends with the browser's cookies: none of them changes anything.
import { createServer, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { PERMISSIONS } from "../../server/identity/permissions/permissions";
import { sizeOf } from "../../verification/depth";
import { POST_ROUTES } from "../../verification/permissions/post-routes";
import { startSession, USERS } from "../support/console/session";
import { ownProduct, type Product } from "../support/product/product";

const OLARIA = "01931f00-0000-7000-8000-000000000011";
const CALLS = Object.keys(PERMISSIONS);

const AT_ONCE = 16;

type Sent = { method: string; path: string; headers: Record<string, string>; body: string };
type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/** Over a socket, because browsers and fetch correct headers. */
function send(base: string, { method, path, headers, body }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = httpRequest(new URL(path, base), { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() }),
      );
    });
    call.on("error", reject);
    call.end(body);
  });
}

/** Headers that browsers send from a page of another origin, and headers that an attacker could cause. */
function forgedHeaders(base: string): Record<string, string>[] {
  const { host, port } = new URL(base);
  return [
    { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    { origin: "null", "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    {},
    { origin: `http://${host}.evil.example`, "sec-fetch-site": "cross-site" },
    { origin: `http://evil.example/${host}` },
    { origin: `http://localhost:${Number(port) + 1}`, "sec-fetch-site": "same-site" },
    { origin: "https://evil.example", referer: `${base}/console`, "x-forwarded-host": "evil.example" },
  ];
}

/** A hash of every table's content, without the last use of sessions. */
async function fingerprint(product: Product): Promise<Record<string, string>> {
  const tables = await product.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('banks', 'api_calls', 'worker_heartbeats')",
  );
  const hashes = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, coalesce(md5(string_agg((to_jsonb(t) - 'last_seen_at')::text, '|' ORDER BY (to_jsonb(t) - 'last_seen_at')::text)), '') AS hash FROM ${name} t`,
  );
  const rows = await product.query<{ name: string; hash: string }>(hashes.join(" UNION ALL "));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

async function cookieOf(page: Page): Promise<string> {
  return (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
}

function asPost(path: string, body: URLSearchParams | object): Pick<Sent, "path" | "headers" | "body"> {
  const isForm = body instanceof URLSearchParams;
  const type = isForm ? "application/x-www-form-urlencoded" : "application/json";
  return { path, headers: { "content-type": type }, body: isForm ? body.toString() : JSON.stringify(body) };
}

const OWN = Object.values(POST_ROUTES).flatMap((route) => (route.heard === "own pages" ? [route] : []));

test.describe.configure({ mode: "serial" });

let product: Product;
test.beforeAll(async () => {
  product = await ownProduct();
  // Without a worker nothing changes in the background.
  await product.start("web");
});
test.afterAll(() => product.remove());

test("a forged call of any mutation, and a forged post to any page, is refused and changes nothing", async ({
  page,
}) => {
  const { base } = product;
  await startSession(page, USERS.operator, base);
  const cookie = await cookieOf(page);
  const posts = [
    ...CALLS.map((path) => asPost(`/api/trpc/${path}`, { merchantId: OLARIA })),
    asPost(`/api/trpc/${CALLS.slice(0, 10).join(",")}?batch=1`, { 0: { merchantId: OLARIA } }),
    ...CALLS.map((path) => ({ ...asPost(`/api/trpc/${path}`, {}), headers: { "content-type": "text/plain" } })),
    ...OWN.map(({ path, body }) => asPost(path, body)),
  ];
  const before = await fingerprint(product);
  const taken: string[] = [];
  const kinds = forgedHeaders(base);
  for (let kind = 0; kind < sizeOf("kinds of forged headers of a post"); kind += 1) {
    // In the sample each post gets one of the kinds, in turn.
    const attempt = async (post: (typeof posts)[number], at: number) => {
      const forged = kinds[(at + kind) % kinds.length];
      const answer = await send(base, { ...post, method: "POST", headers: { ...post.headers, ...forged, cookie } });
      const label = `${post.path} ${JSON.stringify(forged)}: ${answer.status}`;
      const isRefused = post.path.startsWith("/api/") ? answer.status === 403 : [303, 403].includes(answer.status);
      if (!isRefused) taken.push(label);
      if (answer.headers["set-cookie"]) taken.push(`${label} and a cookie`);
    };
    for (let at = 0; at < posts.length; at += AT_ONCE)
      await Promise.all(posts.slice(at, at + AT_ONCE).map((post, index) => attempt(post, at + index)));
  }
  expect(taken).toEqual([]);
  expect(await fingerprint(product)).toEqual(before);
  await page.goto(`${base}/operator`);
  await expect(page.getByRole("navigation", { name: "Operator" })).toBeVisible();
});

test("a mutation by GET is refused: opening a URL changes nothing", { tag: "@deep" }, async ({ page }) => {
  const { base } = product;
  await startSession(page, USERS.operator, base);
  const cookie = await cookieOf(page);
  const before = await fingerprint(product);
  const input = encodeURIComponent(JSON.stringify({ merchantId: OLARIA }));
  const mutations: string[] = [];
  for (const path of CALLS) {
    const address = `/api/trpc/${path}?input=${input}`;
    const headers = { cookie, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    const answer = await send(base, { method: "GET", path: address, headers, body: "" });
    if (answer.status === 405) mutations.push(path);
  }
  expect(mutations).toEqual(expect.arrayContaining(["team.invite", "credentials.create", "payments.cancelLink"]));
  expect(await fingerprint(product)).toEqual(before);
});

test("a page on another port of this host, whose requests carry the cookies, changes nothing", async ({ page }) => {
  const { base } = product;
  await startSession(page, USERS.operator, base);
  const evil = createServer((_request, response) => response.end("<!doctype html><title>Prizes</title>"));
  await new Promise<void>((resolve) => evil.listen(0, "127.0.0.1", resolve));
  const targets = [
    ...CALLS.map((path) => ({ url: `${base}/api/trpc/${path}`, body: JSON.stringify({ merchantId: OLARIA }) })),
    ...OWN.map(({ path, body }) => ({
      url: base + path,
      body: body instanceof URLSearchParams ? body.toString() : JSON.stringify(body),
    })),
  ];
  const before = await fingerprint(product);
  await page.goto(`http://localhost:${(evil.address() as AddressInfo).port}/`);
  const arrived: string[] = [];
  const busy: string[] = [];
  page.on("request", (request) => arrived.push(request.url()));
  // The browser closes the connection of an answer that it hides from the page: that must free the request's slot.
  page.on("response", (response) => void (response.status() === 503 && busy.push(response.url())));
  await page.evaluate(
    async ({ posts, atOnce }) => {
      const post = ({ url, body }: { url: string; body: string }) => {
        const type = body.startsWith("{") ? "text/plain" : "application/x-www-form-urlencoded";
        const headers = { "Content-Type": type };
        return fetch(url, { method: "POST", mode: "no-cors", credentials: "include", headers, body }).catch(() => null);
      };
      for (let at = 0; at < posts.length; at += atOnce) await Promise.all(posts.slice(at, at + atOnce).map(post));
    },
    { posts: targets, atOnce: AT_ONCE },
  );
  expect(arrived.length).toBeGreaterThanOrEqual(targets.length);
  expect(busy).toEqual([]);
  expect(await fingerprint(product)).toEqual(before);
  evil.close();
  await page.goto(`${base}/acting`);
  await expect(page.getByRole("heading", { level: 1, name: "Choose a merchant" })).toBeVisible();
});

test("control: the same posts from our own page are accepted and change something", async ({ page }) => {
  const { base } = product;
  await startSession(page, USERS.operator, base);
  const headers = { origin: base, "sec-fetch-site": "same-origin", cookie: await cookieOf(page) };
  const before = await fingerprint(product);
  for (const path of CALLS.filter((name) => !name.startsWith("me."))) {
    const post = asPost(`/api/trpc/${path}`, { merchantId: OLARIA });
    const answer = await send(base, { ...post, method: "POST", headers: { ...post.headers, ...headers } });
    expect([path, answer.text.includes("came from another site")]).toEqual([path, false]);
  }
  const email = `rosa.${Date.now()}@olaria.example`;
  const invited = { merchantId: OLARIA, email, name: "Rosa", role: "viewer" };
  const invite = asPost("/api/trpc/team.invite", invited);
  const taken = await send(base, { ...invite, method: "POST", headers: { ...invite.headers, ...headers } });
  expect([taken.status, taken.text]).toEqual([200, expect.stringContaining(email)]);
  const act = asPost("/console/merchant", new URLSearchParams({ merchant: OLARIA, to: "/console" }));
  const chosen = await send(base, { ...act, method: "POST", headers: { ...act.headers, ...headers } });
  expect([chosen.status, chosen.headers.location]).toEqual([303, "/console"]);
  const after = await fingerprint(product);
  const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
  expect(changed).toEqual(expect.arrayContaining(["invitations", "audit_entries", "mails"]));
});
