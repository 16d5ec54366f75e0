// Pages around the checkout: with the strictest policy, isolated, in a shadow root, mounting and unmounting.
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import {
  callbacksOf,
  checkoutIn,
  expectCallbacks,
  expectError,
  LOADER_MESSAGE,
  mountScript,
  pagesOfThisFile,
  shopPage,
} from "../support/pages";
import { newPayment } from "../support/shared";
import { approve, baseUrl, continueTo, rootOf } from "../support/shop";

const pages = pagesOfThisFile();

const forShop = async (request: APIRequestContext) => newPayment(request, { successUrl: `${pages.shop}/ok` });
const put = (html: string, headers: Record<string, string> = {}) =>
  pages.shop + pages.put(`/${crypto.randomUUID()}`, html, headers);
const expectChoosing = (page: Page, within = "") =>
  expect(rootOf(checkoutIn(page, within))).toHaveAttribute("data-phase", "choosing");

/** Pays in the page and returns to the shop. */
async function pay(page: Page): Promise<void> {
  await continueTo(checkoutIn(page), "BPI");
  await approve(page);
  await page.waitForURL(`${pages.shop}/ok?**`);
}

/** The strictest policy: no style, no connection, and no markup from text. The image is the page's own icon. */
const strictest = (...more: string[]) =>
  [
    "default-src 'none'; img-src data:; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    `script-src ${baseUrl} 'nonce-n'`,
    ...more,
  ].join("; ");
const withNonce = (html: string) => html.replaceAll("<script>", '<script nonce="n">');

test("the checkout pays in a page with the strictest content policy, without a violation", async ({
  page,
  request,
}) => {
  const { token } = await forShop(request);
  const violations: string[] = [];
  page.on(
    "console",
    (message) => /Content.Security.Policy|TrustedHTML/.test(message.text()) && violations.push(message.text()),
  );
  const policy = { "Content-Security-Policy": strictest(`frame-src ${baseUrl}`) };
  await page.goto(put(withNonce(shopPage(mountScript(token))), policy));
  await expect(page.getByRole("status", { name: "Loading payment." })).toHaveCount(0);
  await pay(page);
  expect(violations).toEqual([]);
});

test("control: a policy that forbids the frame is named at once, with the line that is missing", async ({
  page,
  request,
}) => {
  const { token } = await forShop(request);
  await page.goto(put(withNonce(shopPage(mountScript(token))), { "Content-Security-Policy": strictest() }));
  await expectError(page, "frame_blocked");
  await expect(page.getByRole("alert")).toContainText(`frame-src ${baseUrl}`);
});

test("a report-only policy does not block a payment", { tag: "@deep" }, async ({ page, request }) => {
  const { token } = await forShop(request);
  await page.goto(put(shopPage(mountScript(token)), { "Content-Security-Policy-Report-Only": "frame-src 'none'" }));
  await expectChoosing(page);
  await expectCallbacks(page, ["ready", "change"]);
});

const ISOLATED = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

test("the checkout pays in a cross-origin isolated page", async ({ page, request }) => {
  const { token } = await forShop(request);
  await page.goto(put(shopPage(mountScript(token)), ISOLATED));
  expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(true);
  await pay(page);
});

test("the checkout pays in a tab beside an isolated page, which gets the result", { tag: "@deep" }, async ({
  page,
  context,
  request,
}) => {
  const { id, token } = await forShop(request);
  await page.goto(put(shopPage(mountScript(token, { options: '{ bankWindow: "tab" }' })), ISOLATED));
  const beside = context.waitForEvent("page");
  await continueTo(checkoutIn(page), "BPI");
  await approve(await beside);
  await expect.poll(() => callbacksOf(page)).toContainEqual(["complete", { status: "success", paymentRequestId: id }]);
});

test("the checkout mounts in a shadow root, with the loader as a module, late, and loaded twice", async ({
  page,
  request,
}) => {
  const { token } = await forShop(request);
  const loader = `<script type="module" src="${baseUrl}/embed.js"></script><script async src="${baseUrl}/embed.js?locale=de"></script>`;
  const element =
    'document.getElementById("pay").attachShadow({ mode: "open" }).appendChild(document.createElement("section"))';
  const script = `addEventListener("load", () => { window.first = Bankside; ${mountScript(token, { element })} });`;
  await page.goto(put(shopPage(script, undefined, loader)));
  await expectChoosing(page);
  expect(
    await page.evaluate((url) => {
      const script = document.createElement("script");
      script.src = url;
      document.head.append(script);
      return new Promise((resolve) => {
        script.onload = () =>
          resolve(
            (window as unknown as { Bankside: unknown; first: unknown }).Bankside ===
              (window as unknown as { first: unknown }).first,
          );
      });
    }, `${baseUrl}/embed.js?again`),
  ).toBe(true);
});

/** Opens a shop's page with the pinned loader and an integrity attribute. */
async function openPinned(page: Page, request: APIRequestContext, integrityOf: (published: string) => string) {
  const answer = await request.get(`${baseUrl}/embed/v1/latest.json`);
  const { src, integrity } = (await answer.json()) as { src: string; integrity: string };
  const { token } = await forShop(request);
  const tag = `<script src="${src}" integrity="${integrityOf(integrity)}" crossorigin="anonymous"></script>`;
  await page.goto(put(shopPage(mountScript(token), undefined, tag)));
}

test("the pinned loader with the published integrity mounts the checkout", async ({ page, request }) => {
  await openPinned(page, request, (published) => published);
  await expectChoosing(page);
});

test("the pinned loader with another integrity is not run by the browser", async ({ page, request }) => {
  await openPinned(page, request, (published) => published.replace(/^sha384-.{4}/, "sha384-AAAA"));
  expect(await page.evaluate(() => "Bankside" in window)).toBe(false);
});

test("the loader's own texts are in the requested language", async ({ page }) => {
  const loader = `<script src="${baseUrl}/embed.js?locale=de-AT"></script>`;
  await page.goto(put(shopPage(mountScript("ptok_unknown"), undefined, loader)));
  await expectError(page, "token_unknown");
  const box = page.locator("#pay > div");
  await expect(box).toHaveAttribute("lang", "de");
  await expect(box).not.toContainText(LOADER_MESSAGE);
});

test("a wrong element, a missing token and an old browser are each reported, at least in the console", async ({
  page,
  request,
}) => {
  const { token } = await forShop(request);
  const said: string[] = [];
  page.on("console", (message) => message.type() === "error" && said.push(message.text().split("\n")[0] ?? ""));
  await page.goto(put(shopPage(mountScript(token, { element: "null" }))));
  await expectError(page, "element_not_found");
  expect(await page.evaluate("checkout.completed")).toEqual({ status: "closed", paymentRequestId: null });
  await page.goto(put(shopPage(mountScript(""))));
  await expectError(page, "token_missing");
  await page.addInitScript(() => Object.assign(CSS, { supports: () => false }));
  await page.goto(put(shopPage(mountScript(token, { options: '{ display: "modal" }' }))));
  await expectError(page, "unsupported_browser");
  await expect(page.getByRole("heading", { name: LOADER_MESSAGE })).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await page.evaluate("checkout.unmount()");
  await expect(page.locator("#pay > *")).toHaveCount(0);
  expect(said).toEqual([
    "Bankside element_not_found: No such element.",
    "Bankside token_missing: No paymentToken.",
    "Bankside unsupported_browser: Browser too old.",
  ]);
});

test("options that mount does not have are named in the console, with the ones that were probably meant, in test", async ({
  page,
  request,
}) => {
  const { token } = await forShop(request);
  const warnings: string[] = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  const options = `{ locale: "en", onSucess: () => {}, oncomplete: () => {}, bank_window: "tab", onReady: undefined }`;
  await page.goto(put(shopPage(mountScript(token, { options }))));
  await expectChoosing(page);
  const names =
    "paymentToken, locale, theme, display, bankWindow, onReady, onChange, onComplete, onError, onClose, onStartAgain";
  expect(warnings.filter((text) => text.startsWith("Bankside"))).toEqual([
    `Bankside: mount has no option "onSucess". It has ${names}.`,
    'Bankside: mount has no option "oncomplete". Did you mean onComplete?',
    'Bankside: mount has no option "bank_window". Did you mean bankWindow?',
  ]);
});

test("mounting and unmounting twenty times leaves nothing behind", async ({ page, request }) => {
  const { token } = await forShop(request);
  // Event listeners of the loader: added minus removed.
  await page.addInitScript(() => {
    const kept = { message: new Set<unknown>(), securitypolicyviolation: new Set<unknown>() };
    const { addEventListener } = EventTarget.prototype;
    Object.assign(window, { kept });
    EventTarget.prototype.addEventListener = function (type, listener, options) {
      const all = this === window ? kept[type as keyof typeof kept] : undefined;
      all?.add(listener);
      if (all && typeof options === "object") options?.signal?.addEventListener("abort", () => all.delete(listener));
      addEventListener.call(this, type, listener, options);
    };
  });
  await page.goto(
    put(
      shopPage(
        `const place = document.getElementById("pay"); window.round = () => Bankside.mount(place, { paymentToken: "${token}" });`,
      ),
    ),
  );
  const left = () =>
    page.evaluate(() => {
      const { kept } = window as unknown as { kept: Record<string, Set<unknown>> };
      return {
        listeners: Object.values(kept).map(({ size }) => size),
        frames: window.frames.length,
        html: document.getElementById("pay")?.innerHTML,
      };
    });
  await page.evaluate(async () => {
    const { round } = window as unknown as { round(): { unmount(): void; completed: Promise<unknown> } };
    for (let times = 0; times < 20; times += 1) {
      const checkout = round();
      // Half of them while the frame loads, half immediately.
      if (times % 2) await new Promise((resolve) => requestAnimationFrame(resolve));
      checkout.unmount();
      checkout.unmount();
      await checkout.completed;
    }
  });
  expect(await left()).toEqual({ listeners: [0, 0], frames: 0, html: "" });

  // An element that a framework removes unmounts automatically; control: it exists until then.
  await page.evaluate("window.checkout = round()");
  await expectChoosing(page);
  expect((await left()).listeners).toEqual([1, 1]);
  await page.evaluate(() => document.getElementById("pay")?.remove());
  await expect.poll(async () => (await left()).listeners).toEqual([0, 0]);
});
