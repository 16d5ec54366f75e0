// The messages between shop's page and frame, and forged ones. Each forgery has a control: the same message, genuinely sent,
// which has its effect. Forgeries alone would also pass with a loader that ignores all messages.
import { type APIRequestContext, expect, type Frame, type Page, test } from "@playwright/test";
import {
  callbacksOf,
  checkoutIn,
  expectCallbacks,
  expectError,
  mountScript,
  pagesOfThisFile,
  shopPage,
} from "../support/pages";
import { expirePayment, newPayment, paymentByToken } from "../support/shared";
import { baseUrl, rootOf } from "../support/shop";

const pages = pagesOfThisFile();

const ID = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a12";
const FORGERIES = [
  { type: "ready", height: 4_321 },
  { type: "height", height: 4_321 },
  { type: "change", phase: "paid", amount: 1, currency: "EUR" },
  { type: "ended", status: "success", paymentRequestId: ID },
  { type: "expired", test: 1, cause: "", title: "Over", say: "Over", reload: "Over" },
  { type: "close" },
].map((message) => ({ bankside: 1, ...message }));

/** A shop's page with a ready checkout. */
async function openShop(page: Page, request: APIRequestContext, body?: string): Promise<Frame> {
  const { token } = await newPayment(request, { successUrl: `${pages.shop}/ok` });
  await page.goto(pages.shop + pages.put(`/${crypto.randomUUID()}`, shopPage(mountScript(token), body)));
  await expect.poll(async () => (await callbacksOf(page)).length).toBe(2);
  const frame = page.frames().find((one) => one.url().startsWith(`${baseUrl}/embed`));
  if (!frame) throw new Error("The page has no checkout in it.");
  return frame;
}

/** Everything in the shop's page that a message can change. */
const standing = async (page: Page) => ({
  heard: await callbacksOf(page),
  height: await page.locator("#pay iframe").evaluate((frame: HTMLElement) => frame.style.height),
  alerts: await page.getByRole("alert").count(),
});

/** Posts messages from a frame to its parent, and waits until all of them have arrived there. */
async function post(from: Frame, messages: unknown[]): Promise<void> {
  const page = from.page();
  await page.evaluate(() => {
    Object.assign(window, {
      arrived: new Promise<void>((resolve) => {
        addEventListener("message", ({ data }) => data === "last" && resolve());
      }),
    });
  });
  await from.evaluate((all) => {
    for (const message of [...all, "last"]) window.parent.postMessage(message, "*");
  }, messages);
  await page.evaluate("arrived");
}

test("the loader accepts messages of its own frame only, not of the shop's page, another frame, or a synthetic event", async ({
  page,
  request,
}) => {
  const beside = pages.put("/beside", "<!doctype html><title>Beside</title>");
  const body = `<div id="pay"></div><iframe id="friend" src="${pages.shop}${beside}"></iframe><iframe id="stranger" src="${pages.stranger}${beside}"></iframe>`;
  const frame = await openShop(page, request, body);
  const before = await standing(page);
  for (const url of [pages.shop, pages.stranger]) {
    const forger = page.frames().find((one) => one.url() === url + beside);
    if (!forger) throw new Error(`No frame of ${url}.`);
    await post(forger, FORGERIES);
  }
  await post(page.mainFrame(), FORGERIES);
  await page.evaluate(
    ({ messages, origin }) => {
      const source = document
        .querySelector<HTMLElement>("#pay > div")
        ?.shadowRoot?.querySelector("iframe")?.contentWindow;
      for (const data of messages) dispatchEvent(new MessageEvent("message", { data, origin, source: source ?? null }));
    },
    { messages: FORGERIES, origin: baseUrl },
  );
  expect(await standing(page)).toEqual(before);

  // Control: the same messages from the frame itself.
  await post(frame, FORGERIES);
  const after = await standing(page);
  expect(after.height).toBe("4321px");
  expect(after.heard.slice(before.heard.length)).toEqual([
    ["change", { phase: "paid", amount: 1, currency: "EUR" }],
    ["complete", { status: "success", paymentRequestId: ID }],
    ["completed", { status: "success", paymentRequestId: ID }],
  ]);
});

test("the loader accepts messages of this version and of valid shapes only, and limits the frame's height", async ({
  page,
  request,
}) => {
  const frame = await openShop(page, request);
  const before = await standing(page);
  await post(frame, [
    ...FORGERIES.map((message) => ({ ...message, bankside: 2 })),
    ...FORGERIES.map(({ bankside: _, ...message }) => message),
    { bankside: 1, type: "height", height: "4321" },
    { bankside: 1, type: "height", height: -4_321 },
    { bankside: 1, type: "height", height: Number.POSITIVE_INFINITY },
    { bankside: 1, type: "change", phase: "<img src=x>", amount: 1, currency: "EUR" },
    { bankside: 1, type: "change", phase: "paid", amount: "1", currency: "EUR" },
    { bankside: 1, type: "ended", status: "done", paymentRequestId: ID },
    { bankside: 1, type: "ended", status: "success" },
    { bankside: 1, type: "unheard of" },
    null,
  ]);
  expect(await standing(page)).toEqual(before);
  await post(frame, [{ bankside: 1, type: "height", height: 999_999 }]);
  expect((await standing(page)).height).toBe("20000px");
});

test("a frame that reloads in another language does not report its state again, and reports the next one", async ({
  page,
  request,
}) => {
  const frame = await openShop(page, request);
  const token = new URL(frame.url()).searchParams.get("payment_token") ?? "";
  await frame.getByRole("combobox", { name: "Language" }).selectOption({ label: "Deutsch" });
  await expect(frame.getByRole("heading", { level: 2, name: "Wählen Sie Ihre Bank" })).toBeVisible();
  await expirePayment(await paymentByToken(token));
  await expectCallbacks(page, ["ready", "change", "change", "completed"]);
});

test("a later page of the frame that does not load is reported once, and the customer can try again", async ({
  page,
  request,
}) => {
  const frame = await openShop(page, request);
  await page.route(/\/embed\?/, (route) => route.abort());
  await frame.getByRole("combobox", { name: "Language" }).selectOption({ label: "Deutsch" });
  await expectCallbacks(page, ["ready", "change", "error"]);
  await expectError(page, "timeout");
  await expect(page.locator("#pay iframe")).toBeHidden();
  await page.unroute(/\/embed\?/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(rootOf(checkoutIn(page))).toHaveAttribute("data-phase", "choosing");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expectCallbacks(page, ["ready", "change", "error", "ready", "change"]);
});

test("the frame answers only a parent of an allowed origin", async ({ page, request }) => {
  const frame = await openShop(page, request);
  const heard = await frame.evaluate(async () => {
    const answers: unknown[] = [];
    const real = window.parent.postMessage;
    addEventListener("message", ({ data }) => answers.push(data));
    window.postMessage({ bankside: 1, type: "hello" }, "*");
    window.postMessage("last", "*");
    await new Promise<void>((resolve) => {
      addEventListener("message", ({ data }) => data === "last" && resolve());
    });
    return { answers, real: typeof real };
  });
  expect(heard.answers).toEqual([{ bankside: 1, type: "hello" }, "last"]);
  // Control: the parent's own greeting is answered, to that origin.
  const answer = page.evaluate(
    (origin) =>
      new Promise((resolve) => {
        addEventListener("message", (event) => event.origin === origin && resolve(event.data));
        const frames = document.querySelector<HTMLElement>("#pay > div")?.shadowRoot?.querySelector("iframe");
        frames?.contentWindow?.postMessage({ bankside: 1, type: "hello" }, origin);
      }),
    baseUrl,
  );
  expect(await answer).toMatchObject({ bankside: 1, type: "ready" });
});

test("two checkouts on a page each get their own messages, and mounting in an occupied element replaces the checkout", async ({
  page,
  request,
}) => {
  const [first, second] = await Promise.all([1, 2].map(() => newPayment(request, { successUrl: `${pages.shop}/ok` })));
  const script = (token = "", id = "") =>
    mountScript(token, { element: `document.getElementById("${id}")`, record: `${id}Callbacks` });
  const body = '<div id="one"></div><div id="two"></div>';
  const path = pages.put("/two", shopPage(script(first?.token, "one") + script(second?.token, "two"), body));
  await page.goto(pages.shop + path);
  for (const [id, payment] of [["#one", first] as const, ["#two", second] as const]) {
    await expect(rootOf(checkoutIn(page, id))).toHaveAttribute("data-request", payment?.id ?? "");
  }
  await checkoutIn(page, "#one").getByRole("button", { name: "Cancel" }).click();
  await expect
    .poll(() => callbacksOf(page, "oneCallbacks"))
    .toContainEqual(["completed", { status: "cancelled", paymentRequestId: first?.id }]);
  await expectCallbacks(page, ["ready", "change"], "twoCallbacks");

  await page.evaluate((token) => {
    const { Bankside } = window as unknown as {
      Bankside: { mount(element: Element | null, options: object): unknown };
    };
    Bankside.mount(document.getElementById("two"), { paymentToken: token });
  }, first?.token);
  await expect(rootOf(checkoutIn(page, "#two"))).toHaveAttribute("data-phase", "cancelled");
  await expect(page.locator("#two iframe")).toHaveCount(1);
  expect((await callbacksOf(page, "twoCallbacks")).at(-1)).toEqual([
    "completed",
    { status: "closed", paymentRequestId: null },
  ]);
});
