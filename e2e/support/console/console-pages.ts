// Every page behind the sign-in, found in the folders of `app/`, so that tests include a new page without a list.
import { readdirSync } from "node:fs";
import path from "node:path";
import { type Browser, expect, type Page } from "@playwright/test";
import { ready } from "../ready";
import { query as shared } from "../shared";
import { approve, baseUrl, continueTo } from "../shop";
import { step } from "../step";
import { startSession, USERS } from "./session";

const APP = path.join(import.meta.dirname, "../../../app");
export const OLARIA = "01931f00-0000-7000-8000-000000000011";
export const RIBEIRA = "01931f00-0000-7000-8000-000000000001";

/** The user who opens the pages of each first folder. `sign-in` has specs of its own and shows no stored data. */
const SECTIONS = {
  console: USERS.owner,
  account: USERS.owner,
  invitation: USERS.owner,
  outbox: USERS.owner,
  acting: USERS.partner,
  open: USERS.partner,
  operator: USERS.operator,
} as const;

export type Section = keyof typeof SECTIONS;

/** The ids that `seedConsole` created, for addresses with a parameter. */
export type ConsoleSeed = {
  payment: string;
  link: string;
  delivery: string;
  endpoint: string;
  invitation: string;
  connection: string;
  /** The key of the payment's customer. */
  customer: string;
};

/** The customer of the seeded payment. */
const CUSTOMER = { id: "cus_511", name: "Rosa Lima", email: "rosa.lima@example.com" };

const NAMED: Record<string, (made: ConsoleSeed) => string> = {
  "/console/payments/[id]": ({ payment }) => `/console/payments/${payment}`,
  "/console/payments/[id]/receipt": ({ payment }) => `/console/payments/${payment}/receipt`,
  "/console/customers/[key]": ({ customer }) => `/console/customers/${encodeURIComponent(customer)}`,
  "/console/webhooks/deliveries/[id]": ({ delivery }) => `/console/webhooks/deliveries/${delivery}`,
  "/console/webhooks/endpoints/[name]": ({ endpoint }) => `/console/webhooks/endpoints/${endpoint}`,
  "/console/webhooks/endpoints/[name]/receiver-test": ({ endpoint }) =>
    `/console/webhooks/endpoints/${endpoint}/receiver-test`,
  "/console/webhooks/endpoints/[name]/probe": ({ endpoint }) => `/console/webhooks/endpoints/${endpoint}/probe`,
  "/acting/audit/[partnerId]": () => `/acting/audit/${RIBEIRA}`,
  "/acting/team/[partnerId]": () => `/acting/team/${RIBEIRA}`,
  "/open/[merchantId]": () => `/open/${OLARIA}`,
  "/invitation/[token]": ({ invitation }) => `/invitation/${invitation}`,
  "/operator/banks/[id]": ({ connection }) => `/operator/banks/${connection}`,
  "/operator/merchants/[id]": () => `/operator/merchants/${OLARIA}`,
  "/operator/partners/[id]": () => `/operator/partners/${RIBEIRA}`,
};

/** The addresses of a section's files of that name. */
function patternsOf(section: Section, name: string): string[] {
  const files = readdirSync(path.join(APP, section), { recursive: true, encoding: "utf8" });
  const found = files.filter((file) => path.basename(file) === name);
  return found.map((file) => `/${path.join(section, path.dirname(file))}`);
}

/** The export address of every list in a section: `/console/payments/export.csv`. */
export function exportsOf(section: Section): string[] {
  return patternsOf(section, "route.ts").filter((pattern) => /[/]export[.]\w+$/.test(pattern));
}

/** The address pattern of every page in a section. */
export function pagesOf(section: Section): string[] {
  const patterns = patternsOf(section, "page.tsx");
  // The catch-all pages answer unknown addresses.
  return patterns.filter((pattern) => !pattern.includes("[...")).sort();
}

export const userOf = (section: Section): string => SECTIONS[section];

/** Pages that one test opens as one user. `name`: for the test's title. */
export type PageGroup = { name: string; user: string; patterns: string[] };

/** Every page, in groups of at most `most`, so that each test ends in time on a slow machine. */
export function pageGroups(most: number): PageGroup[] {
  const users = [...new Set(Object.values(SECTIONS))];
  return users.flatMap((user) => {
    const sections = (Object.keys(SECTIONS) as Section[]).filter((section) => SECTIONS[section] === user);
    const patterns = sections.flatMap(pagesOf);
    const groups = Math.ceil(patterns.length / most);
    return Array.from({ length: groups }, (_, group) => {
      const taken = patterns.slice(group * most, (group + 1) * most);
      return { name: `${taken[0]} … ${taken.at(-1)}`, user, patterns: taken };
    });
  });
}

/** The address of a page. @throws for a pattern with a parameter that has no row in NAMED */
export function addressOf(pattern: string, made: ConsoleSeed): string {
  if (!pattern.includes("[")) return pattern;
  const address = NAMED[pattern];
  if (!address) throw new Error(`${pattern} has no address: add it to NAMED in e2e/support/console/console-pages.ts.`);
  return address(made);
}

/** The address of a list's export, below the list's page. */
export function fileOf(pattern: string, made: ConsoleSeed): string {
  const { dir, base } = path.posix.parse(pattern);
  return `${addressOf(dir, made)}/${base}`;
}

/** Opens a page and expects status 200, no redirect, the page's heading, and no part that is still loading. */
export async function visit(page: Page, url: string): Promise<void> {
  const answer = await page.goto(url);
  expect([url, answer?.status(), page.url()]).toEqual([url, 200, url]);
  // By its element: behind an open dialog it has no role.
  const heading = page.locator("h1").first();
  await expect(heading).toBeVisible();
  // A page that finds nothing after it has begun to stream has status 200.
  await expect(heading, url).not.toHaveText("Page not found");
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** The same for a path of the shared product, once its scripts have run. */
export async function openPath(page: Page, path: string): Promise<void> {
  await visit(page, baseUrl + path);
  await ready(page);
}

/** Calls the Console's tRPC API as the user who is signed in to the page. */
async function callConsole(page: Page, base: string, name: string, input: object): Promise<unknown> {
  const headers = { origin: base, "sec-fetch-site": "same-origin" };
  const answer = await page.request.post(`${base}/api/trpc/${name}`, {
    headers,
    data: { merchantId: OLARIA, ...input },
  });
  expect([name, answer.status(), answer.ok() ? "" : await answer.text()]).toEqual([name, 200, ""]);
  return (await answer.json()).result.data;
}

type Query = <Row extends Record<string, unknown>>(sql: string, values?: unknown[]) => Promise<Row[]>;
type Shop = {
  page: Page;
  shopper: Page;
  base: string;
  query: Query;
  mark: string;
  invitedName?: string;
  /** The receiver of the endpoint, which gets a connection test and a receiver test. Without it the URL is unreachable. */
  receiver?: string;
};

/** Inserts a disabled connection; returns its id. */
export async function insertConnection(query: Query, id: string, base: string): Promise<string> {
  const profile = {
    id,
    connector: "berlin-group",
    version: "1.3",
    environment: "test",
    baseUrl: `${base}/simbank/ptsb/xs2a`,
    hosts: [new URL(base).host],
    products: { SEPA_CREDIT_TRANSFER: "sepa-credit-transfers" },
    idempotency: "x-request-id",
    cancel: true,
    finality: "ACSC",
    clientId: "bankside-simulation",
  };
  await query(
    `INSERT INTO bank_profiles (id, environment, bank_ids, profile)
     SELECT $1, 'test', array_agg(id), $2 FROM banks WHERE slug = 'ptsb'`,
    [id, JSON.stringify(profile)],
  );
  return id;
}

/** Creates data for every page: an endpoint, an invitation and a link of the signed-in owner, and a payment of the link, with notes. */
export async function seedConsole(shop: Shop): Promise<ConsoleSeed> {
  const { page, shopper, base, query, mark, invitedName = "Rosa", receiver } = shop;
  const endpoint = `seeded-${mark}`;
  const url = receiver ?? `https://hooks.example.com/${endpoint}`;
  await callConsole(page, base, "webhooks.endpoints.create", { name: endpoint, url, environment: "Test" });
  if (receiver !== undefined) {
    await callConsole(page, base, "webhooks.diagnostics.probe", { name: endpoint });
    await callConsole(page, base, "webhooks.diagnostics.startReceiverTest", { name: endpoint });
  }
  const email = `${mark}@olaria.example`;
  await callConsole(page, base, "team.invite", { email, name: invitedName, role: "viewer" });
  const [mail] = await query<{ text: string }>("SELECT text FROM mails WHERE recipient = $1", [email]);
  const invitation = /\/invitation\/(\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
  const order = { amount: "12.30", currency: "EUR", paymentReference: `Seen ${mark}` };
  const link = (await callConsole(page, base, "paymentLinks.create", order)) as {
    link_id: string;
    payment_link_url: string;
  };
  await shopper.goto(link.payment_link_url);
  await continueTo(shopper, "Santander");
  await approve(shopper);
  await expect(shopper.getByRole("heading", { level: 2, name: "Paid" })).toBeVisible();
  const found = "SELECT id FROM payment_requests WHERE payment_reference = $1 ORDER BY id DESC LIMIT 1";
  const [payment] = await query<{ id: string }>(found, [order.paymentReference]);
  await query("UPDATE payment_requests SET customer = $2 WHERE id = $1", [payment?.id, JSON.stringify(CUSTOMER)]);
  for (const subject of [{ paymentId: payment?.id }, { customerKey: `id:${CUSTOMER.id}`, test: true }])
    await callConsole(page, base, "payments.notes.add", { of: subject, text: "Asked for blue glaze.\nNot white." });
  const sent = "SELECT id FROM webhook_deliveries WHERE merchant_id = $1 ORDER BY id DESC LIMIT 1";
  await expect.poll(async () => (await query(sent, [OLARIA])).length).toBe(1);
  const [delivery] = await query<{ id: string }>(sent, [OLARIA]);
  const connection = await insertConnection(query, `bank-${mark}`, base);
  return {
    payment: payment?.id ?? "",
    link: link.link_id,
    delivery: delivery?.id ?? "",
    endpoint,
    invitation,
    connection,
    customer: `id:${CUSTOMER.id}`,
  };
}

let seeded: Promise<ConsoleSeed> | undefined;

/** Seeds the installation that all specs share, once per worker process. */
export function seedSharedConsole(browser: Browser): Promise<ConsoleSeed> {
  seeded ??= step("prepare", async () => {
    const [owner, shopper] = [await browser.newContext(), await browser.newContext()];
    const page = await owner.newPage();
    await startSession(page);
    const mark = `shown${process.pid}`;
    const made = await seedConsole({ page, shopper: await shopper.newPage(), base: baseUrl, query: shared, mark });
    await Promise.all([owner.close(), shopper.close()]);
    return made;
  });
  return seeded;
}
