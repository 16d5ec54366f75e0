// Sign-in with a real OpenID provider in Google's place, started by this file.
import { expect, type Page, test } from "@playwright/test";
import { type OpenIdProvider, PROVIDER_SECRET, startOpenIdProvider } from "../../server/test/banks/openid-provider";
import { USERS } from "../support/console/console";
import { ownProduct, type Product } from "../support/product/product";

const CLIENT = "bankside.console.example";

test.describe.configure({ mode: "default" });
let provider: OpenIdProvider;
let product: Product;
test.beforeAll(async () => {
  const homes: string[] = [];
  provider = await startOpenIdProvider([CLIENT], homes);
  product = await ownProduct({
    GOOGLE_ISSUER: provider.issuer,
    GOOGLE_CLIENT_ID: CLIENT,
    GOOGLE_CLIENT_SECRET: PROVIDER_SECRET,
  });
  homes.push(returnAddress());
  // It gets the product's address with its next key.
  await provider.rotate();
  await product.start();
});
test.afterAll(async () => {
  await product.remove();
  await provider.close();
});

const returnAddress = () => `${product.base}/sign-in/google/return`;
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const sessions = () => product.query<{ way: string }>("SELECT way FROM user_sessions ORDER BY created_at");
const hasSession = async (page: Page) =>
  (await page.context().cookies(product.base)).some(({ name }) => name.endsWith("bankside.session"));

/** Starts at our page and continues to the provider's. */
async function begin(page: Page, to = "/console"): Promise<void> {
  await page.goto(`${product.base}/sign-in?to=${encodeURIComponent(to)}`);
  await page.getByRole("link", { name: `Continue with ${new URL(provider.issuer).host}` }).click();
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/interaction/`));
}

/** Signs in at the provider with that address, up to its consent page. */
async function signInThere(page: Page, email: string) {
  await page.locator("input[name=login]").fill(email);
  await page.locator("input[name=password]").fill("any");
  await page.locator("button[type=submit]").click();
  const agree = page.getByRole("button", { name: "Continue" });
  await expect(agree).toBeVisible();
  return agree;
}

/** Signs in at the provider and consents. */
async function agree(page: Page, email: string): Promise<void> {
  await (await signInThere(page, email)).click();
}

/** Like `agree`, but returns the provider's redirect instead of following it. */
async function answerHeld(page: Page, email: string): Promise<URL> {
  await signInThere(page, email);
  let answer = await page.request.post(page.url(), { form: { prompt: "consent" }, maxRedirects: 0 });
  for (;;) {
    const next = new URL(answer.headers()["location"] ?? "about:blank", provider.issuer);
    if (!next.href.startsWith(provider.issuer)) return next;
    answer = await page.request.get(next.href, { maxRedirects: 0 });
  }
}

test("a user with a known Google address is signed in and redirected to the requested page", { tag: "@deep" }, async ({
  page,
}) => {
  await begin(page, "/console/payments");
  const before = await sessions();
  await agree(page, USERS.owner);
  await expect(page).toHaveURL(`${product.base}/console/payments`);
  await expect(heading(page)).toBeVisible();
  expect(await sessions()).toEqual([...before, { way: "google" }]);
  await page.goto(`${product.base}/account`);
  await expect(page.getByText(USERS.owner).first()).toBeVisible();
});

test("an unknown Google address starts no session, and the page says so", { tag: "@deep" }, async ({ page }) => {
  await begin(page);
  const before = await sessions();
  await agree(page, "nobody@olaria.example");
  await expect(heading(page)).toHaveText("Sign in to the Console");
  await expect(page.getByText(/^There is no account with your Google address[.]/)).toBeVisible();
  expect(await hasSession(page)).toBe(false);
  expect(await sessions()).toEqual(before);
});

test("a Google response with another state, or in another browser, starts no session", { tag: "@deep" }, async ({
  page,
  browser,
}) => {
  await begin(page);
  const before = await sessions();
  const answer = await answerHeld(page, USERS.admin);
  expect(answer.href).toMatch(new RegExp(`^${returnAddress()}\\?code=`));
  expect(answer.searchParams.get("state")).toMatch(/^[\w-]{43}$/);

  const other = await (await browser.newContext()).newPage();
  await begin(other);
  await other.goto(answer.href);
  await expect(other.getByText("Google sign-in failed. Try again, or request a code.")).toBeVisible();
  expect(await hasSession(other)).toBe(false);

  const changed = new URL(answer);
  changed.searchParams.set("state", "x".repeat(43));
  await page.goto(changed.href);
  await expect(page.getByText("Google sign-in failed. Try again, or request a code.")).toBeVisible();
  // That ended the sign-in: the right response is too late.
  await page.goto(answer.href);
  await expect(page.getByText("Google sign-in failed. Try again, or request a code.")).toBeVisible();
  expect(await hasSession(page)).toBe(false);
  expect(await sessions()).toEqual(before);
  await other.context().close();
});

test("after Google sign-in a hostile `to` redirects to the Console", { tag: "@deep" }, async ({ browser }) => {
  const hostile = ["//evil.example", "https://evil.example/console", "/\\evil.example", "/console/../../evil"];
  for (const to of hostile) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const asked = page.waitForRequest((request) => request.url().startsWith(`${provider.issuer}/auth`));
    await page.goto(`${product.base}/sign-in/google?to=${encodeURIComponent(to)}`);
    await asked;
    await agree(page, USERS.owner);
    await expect(page, to).toHaveURL(`${product.base}/console`);
    await expect(heading(page)).toBeVisible();
    expect([to, await hasSession(page)]).toEqual([to, true]);
    await context.close();
  }
});
