// Runs the examples of docs/integrate unchanged: each block of code is a file, and its output is compared with the
// block of text after it. The client is the packed one, as a merchant installs it.
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeDb } from "../../server/lib/db";
import { byId } from "../../server/lib/endpoint";
import { paymentLinkEndpoints } from "../../server/payments/links/rest-endpoints";
import { call } from "../../server/test/client";
import { projectRoot } from "../../server/test/code-rules/files";
import { query } from "../../server/test/database";
import { ctx, newTenant, type Tenant } from "../../server/test/rows/fixtures";
import { createEndpoint } from "../../server/webhooks/endpoints/create-endpoint";
import { startApi } from "./api";
import { startFaultyProxy } from "./faulty-proxy";
import { isMissing, lacks, unpackExamples } from "./guide-folder";
import { type Example, examplesOf, matches } from "./guides";

const guides = path.join(projectRoot, "docs/integrate");
/**
 * Without receivers, which do not end (receivers.test.ts), and the checkout's pages
 * (e2e/embedding/embedding-guide.spec.ts).
 */
const names = readdirSync(guides).filter((name) => name !== "receivers.md" && name !== "checkout.md");
const examples = names.flatMap((name) => examplesOf(readFileSync(path.join(guides, name), "utf8")));

let unpacked: Awaited<ReturnType<typeof unpackExamples>>;
let proxy: Awaited<ReturnType<typeof startFaultyProxy>>;
let tenant: Tenant;

beforeAll(async () => {
  proxy = await startFaultyProxy(await startApi());
  tenant = await newTenant();
  await createEndpoint(ctx, { merchantId: tenant.merchantId, name: "orders", url: "https://shop.example/webhooks" });
  unpacked = await unpackExamples(examples);
}, 120_000);
afterAll(async () => {
  await proxy.close();
  await closeDb();
  unpacked.remove();
});

/** The output of an example and its exit status. */
async function ran(example: Example, more?: Record<string, string>) {
  const child = unpacked.start(example.file, {
    BANKSIDE_URL: proxy.url,
    BANKSIDE_CLIENT_ID: tenant.clientId,
    BANKSIDE_CLIENT_SECRET: tenant.clientSecret,
    ...more,
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (text += chunk));
  const [code] = (await once(child, "close")) as [number | null];
  return { text, code };
}
const printed = async (example: Example, more?: Record<string, string>) => (await ran(example, more)).text;

/** The variables of another merchant. */
const signedInAs = ({ clientId, clientSecret }: Tenant) => ({
  BANKSIDE_CLIENT_ID: clientId,
  BANKSIDE_CLIENT_SECRET: clientSecret,
});

const linksMade = async () => {
  const sql = "SELECT 1 FROM payment_links WHERE merchant_id = $1";
  return (await query(sql, [tenant.merchantId])).rowCount ?? 0;
};
const named = (file: string) => examples.find((example) => example.file === file) as Example;
const scripts = examples.filter(({ output }) => output !== null);

describe("the guides' examples", () => {
  it("are in three languages, each with its output", () => {
    const kinds = scripts.map(({ file }) => path.extname(file));
    expect([".sh", ".ts", ".py"].map((kind) => kinds.filter((one) => one === kind).length)).toEqual([8, 8, 8]);
    expect(examples.filter(({ output }) => output === null).map(({ file }) => file)).toEqual([
      "token.sh",
      "bankside.py",
    ]);
  });

  for (const example of scripts) {
    const missing = lacks(example.file);
    const why = missing.length > 0 ? ` (not run: no ${missing.join(", ")} on this machine)` : "";
    it.skipIf(missing.length > 0)(`print the guide's output: ${example.file}${why}`, async () => {
      const text = await printed(example);
      expect(text).toSatisfy((whole: string) => matches(whole, example.output ?? ""));
      // Without a line break, a shell's prompt is on the same line.
      expect(text.at(-1)).toBe("\n");
    });
  }

  it.skipIf(isMissing("python3"))("in Python print ignored fields on standard error", async () => {
    const order = '{"amount": 2550, "currency": "EUR", "reference": "x", "test_transaction": True}';
    const call = `call("POST", "/api/v1/payment-links", {"order": ${order}}, get_token())`;
    writeFileSync(path.join(unpacked.folder, "typo.py"), `from bankside import call, get_token\n${call}\n`);
    expect(await printed({ ...named("first_link.py"), file: "typo.py" })).toBe(
      "POST /api/v1/payment-links ignored order.reference\n",
    );
  });

  it.skipIf(isMissing("curl"))("without the named endpoint, end with UNKNOWN_WEBHOOK_ENDPOINT", async () => {
    expect(await printed(named("named.sh"), signedInAs(await newTenant()))).toContain(
      '"code":"UNKNOWN_WEBHOOK_ENDPOINT"',
    );
  });

  it("find the open link of an order behind a hundred newer ones of similar orders", async () => {
    const shop = await newTenant();
    const create = byId(paymentLinkEndpoints, "createPaymentLink");
    await call(create, { order: { amount: 2550, currency: "EUR", order_id: "1001" } }, { token: shop.token });
    const sql = `INSERT INTO payment_links (id, merchant_id, token_hash, token_sealed, amount, currency, payment_reference, order_id,
        locale, test, expires_at, created_at, updated_at)
      SELECT gen_random_uuid(), merchant_id, sha256(n::text::bytea), token_sealed, amount, currency, payment_reference,
        order_id || '-' || n, locale, test, expires_at, created_at + n * interval '1 ms', updated_at
      FROM payment_links, generate_series(1, 100) AS n WHERE merchant_id = $1`;
    expect((await query(sql, [shop.merchantId])).rowCount).toBe(100);
    const runnable = ["open-links.sh", "open-links.ts", "open_links.py"].filter((file) => lacks(file).length === 0);
    for (const file of runnable) {
      expect([file, (await printed(named(file), signedInAs(shop))).trim()]).toEqual([file, "1"]);
    }
  });

  it.skipIf(isMissing("curl"))("in the shell print no number of links when the list is refused", async () => {
    proxy.plan("/api/v1/payment-links", { status: 500, body: '{"success":false}' });
    expect(await printed(named("open-links.sh"))).toMatch(/\{"success":false\}\n$/);
  });

  it("with a refused webhook URL print the refusal and leave the signing secret as it is", async () => {
    const shop = await newTenant();
    proxy.sent.length = 0;
    for (const file of ["webhook-setup.sh", "webhook-setup.ts", "webhook_setup.py"]) {
      if (lacks(file).length > 0) continue;
      const { code } = named(file);
      expect(code.split("https://shop.example/webhooks/bankside")).toHaveLength(2);
      const changed = code.replace("https://shop.example/webhooks/bankside", "http://localhost:9000/hook");
      writeFileSync(path.join(unpacked.folder, `local-${file}`), changed);
      const { text, code: status } = await ran({ ...named(file), file: `local-${file}` }, signedInAs(shop));
      expect([file, text, status]).toEqual([file, expect.stringContaining("VALIDATION_ERROR"), 1]);
    }
    expect(proxy.sent.filter(({ path }) => path.endsWith("/webhooks/secret"))).toEqual([]);
  });

  it.skipIf(isMissing("curl"))("in the shell end with the API's error when the token is refused", async () => {
    const before = await linksMade();
    const said = await printed(named("first-link.sh"), { BANKSIDE_CLIENT_SECRET: "csec_wrong" });
    expect(said).toContain('"code":"UNAUTHORIZED"');
    expect([said.trim().split("\n").length, (await linksMade()) - before]).toEqual([1, 0]);
    expect(proxy.sent.at(-1)?.path).toBe("/api/v1/oauth2/token");
  });

  it("in TypeScript have no type error with the packed types", { tags: "deep" }, async () => {
    const flags = "--noEmit --strict --target es2022 --module nodenext --types node --skipLibCheck".split(" ");
    const files = examples.map(({ file }) => file).filter((file) => file.endsWith(".ts"));
    expect(unpacked.typeErrors(...flags, ...files)).toBe("");
  });

  it.skipIf(isMissing("python3"))("in Python retry what is safe to retry, with the same key", async () => {
    proxy.sent.length = 0;
    const before = await linksMade();
    const busy = JSON.stringify({
      success: false,
      error: { code: "SERVICE_UNAVAILABLE", message: "Injected failure." },
    });
    proxy.plan("/api/v1/payment-links", { status: 503, body: busy, headers: { "retry-after": "0" } });
    expect(await printed(named("first_link.py"))).toMatch(/\/pay\//);
    const keys = proxy.sent.filter(({ path }) => path.endsWith("/payment-links")).map(({ key }) => key);
    expect([keys.length, new Set(keys).size, (await linksMade()) - before]).toEqual([2, 1, 1]);
  });
});

describe("the comparison", () => {
  it("accepts any text within a line for …, and nothing else", () => {
    expect(matches("ptok_abc\npending\n", "ptok_…\npending\n")).toBe(true);
    expect(matches("ptok_abc\nfailed\n", "ptok_…\npending\n")).toBe(false);
    expect(matches("ptok_a\nb\npending\n", "ptok_…\npending\n")).toBe(false);
    expect(matches("", "ptok_…\n")).toBe(false);
  });
});
