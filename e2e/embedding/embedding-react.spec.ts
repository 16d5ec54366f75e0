// The React component of the client package, bundled as by a shop, in the shop's page.
import path from "node:path";
import { expect, test } from "@playwright/test";
import { build } from "esbuild";
import { callbacksOf, checkoutIn, expectCallbacks, pagesOfThisFile } from "../support/pages";
import { newPayment, query } from "../support/shared";
import { baseUrl, rootOf } from "../support/shop";

const root = path.join(import.meta.dirname, "../..");

/** An application in React's strict mode, which mounts everything twice; the test sets its state. */
const APPLICATION = `
import { StrictMode, useLayoutEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { BanksideCheckout } from "@bankside/client/react";

window.callbacks = [];
const note = (name) => (detail) => window.callbacks.push([name, detail ?? null]);
/** Longer than one time slice of React, so that other work runs between its steps. */
function Slow() {
  useLayoutEffect(() => {
    const wait = () => { for (const from = performance.now(); performance.now() - from < 20; ); };
    wait();
    return wait;
  }, []);
  return null;
}
function Shop() {
  const [props, setProps] = useState(null);
  window.setProps = setProps;
  return <main><h1>Pay</h1>{props && window.isSlow && <Slow />}{props && <BanksideCheckout {...props} className="place" onReady={note("ready")} onClose={note("close")}
    onStartAgain={props.again && note("again")} onError={note("error")} onEnd={note("end")} onChange={(change) => note("change")(change)} />}</main>;
}
createRoot(document.getElementById("app")).render(<StrictMode><Shop /></StrictMode>);
`;

const pages = pagesOfThisFile();
test.beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: APPLICATION, resolveDir: root, loader: "tsx" },
    alias: { "@bankside/client/react": path.join(root, "client/src/react.ts") },
    bundle: true,
    write: false,
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"development"' },
    logLevel: "error",
  });
  pages.put("/app.js", outputFiles[0]?.text ?? "");
  pages.put(
    "/",
    '<!doctype html><title>Shop</title><link rel="icon" href="data:,"><div id="app"></div><script src="/app.js"></script>',
  );
});

test("the component mounts once in strict mode, follows its props, and leaves nothing behind", async ({
  page,
  request,
}) => {
  const [first, second] = [
    await newPayment(request, { successUrl: pages.shop }),
    await newPayment(request, { successUrl: pages.shop }),
  ];
  await query("UPDATE payment_requests SET failure_url = NULL WHERE id = $1", [second.id]);
  const loads: string[] = [];
  page.on("request", (asked) => asked.url().endsWith("/embed.js") && loads.push(asked.url()));
  const set = (props: object | null) =>
    page.evaluate((given) => (window as unknown as { setProps(props: object | null): void }).setProps(given), props);
  await page.goto(pages.shop);
  await set({ baseUrl, paymentToken: first.token, theme: "dark" });
  const frame = checkoutIn(page, ".place");
  await expect(rootOf(frame)).toHaveAttribute("data-request", first.id);
  await expectCallbacks(page, ["ready", "change"]);
  await expect(page.locator("iframe")).toHaveCount(1);

  // A new function on every render does not reload anything.
  const before = await page.locator("iframe").evaluateHandle((element) => element);
  await set({ baseUrl, paymentToken: first.token, theme: "dark", id: "pay" });
  await expect(page.locator("#pay.place")).toHaveCount(1);
  expect(await page.locator("iframe").evaluate((element, old) => element === old, before)).toBe(true);

  await set({ baseUrl, paymentToken: second.token, theme: "light" });
  await expect(rootOf(frame)).toHaveAttribute("data-request", second.id);
  await expect(page.locator("iframe")).toHaveAttribute("src", /theme=light/);
  await frame.getByRole("button", { name: "Cancel" }).click();
  await expect
    .poll(async () => (await callbacksOf(page)).filter(([name]) => name === "end"))
    .toEqual([["end", { status: "cancelled", paymentRequestId: second.id }]]);
  // A handler that a later render gives; without it there is no button.
  await set({ baseUrl, paymentToken: second.token, theme: "light", again: true });
  await frame.getByRole("button", { name: "Back to checkout" }).click();
  await expect.poll(async () => (await callbacksOf(page)).at(-1)).toEqual(["again", null]);

  for (let times = 0; times < 5; times += 1) {
    await set(null);
    await set({ baseUrl, paymentToken: first.token });
  }
  await expect(rootOf(frame)).toHaveAttribute("data-request", first.id);
  await set(null);
  await expect(page.locator("iframe, .place")).toHaveCount(0);
  expect(loads).toHaveLength(1);
  expect((await callbacksOf(page)).filter(([name]) => name === "error")).toEqual([]);
});

test("another token opens a dialog that the customer has closed, and other props do not", async ({ page, request }) => {
  const [first, second] = [
    await newPayment(request, { successUrl: pages.shop }),
    await newPayment(request, { successUrl: pages.shop }),
  ];
  const set = (props: object) =>
    page.evaluate((given) => (window as unknown as { setProps(props: object): void }).setProps(given), props);
  const dialog = page.getByRole("dialog");
  await page.goto(pages.shop);
  await set({ baseUrl, paymentToken: first.token, display: "modal" });
  await expect(rootOf(checkoutIn(page, "dialog"))).toHaveAttribute("data-request", first.id);
  // It is shown once it is ready.
  await expect(page.locator("iframe")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toHaveCount(0);
  await set({ baseUrl, paymentToken: first.token, display: "modal", theme: "dark" });
  await set({ baseUrl, paymentToken: second.token, display: "modal", theme: "dark" });
  await expect(rootOf(checkoutIn(page, "dialog"))).toHaveAttribute("data-request", second.id);
  await expect(page.locator("iframe")).toHaveCount(1);
  await expect(page.locator("iframe")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toHaveCount(0);
  const names = (await callbacksOf(page)).map(([name]) => name).filter((name) => /ready|close|end|error/.test(name));
  expect(names).toEqual(["ready", "close", "ready", "close"]);
});

test("a component unmounted while the loader loads mounts nothing and reports no error", async ({ page, request }) => {
  const { token } = await newPayment(request, { successUrl: pages.shop });
  let come = () => {};
  const mayCome = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.exposeFunction("letCome", () => come());
  await page.route("**/embed.js", async (route) => {
    await mayCome;
    await route.continue();
  });
  await page.goto(pages.shop);
  const callbacks = await page.evaluate(
    async (props) => {
      type Shop = Record<"letCome" | "setProps", (props?: object | null) => void> & {
        isSlow: boolean;
        callbacks: unknown[];
        Bankside?: object;
      };
      const shop = window as unknown as Shop;
      const until = (isSo: () => unknown) =>
        new Promise<void>((resolve) => {
          const look = () => (isSo() ? resolve() : setTimeout(look, 10));
          look();
        });
      const loader = () => document.head.querySelector<HTMLScriptElement>("script[src*='/embed.js']");
      shop.isSlow = true;
      shop.setProps(props);
      await until(loader);
      // The loader has arrived, and its load event has not fired.
      const script = loader();
      const tell = script?.onload?.bind(script, new Event("load"));
      if (script) script.onload = null;
      shop.letCome();
      await until(() => shop.Bankside);
      // Removed from the page before React's effects have run.
      new MutationObserver(() => document.querySelector(".place") ?? tell?.()).observe(document.body, {
        subtree: true,
        childList: true,
      });
      shop.setProps(null);
      await until(() => !document.querySelector(".place"));
      await new Promise((resolve) => setTimeout(resolve, 100));
      return shop.callbacks;
    },
    { baseUrl, paymentToken: token },
  );
  expect(callbacks).toEqual([]);
  await expect(page.locator("iframe, .place")).toHaveCount(0);
});

test("a missing baseUrl is reported to the shop, and its page stays", async ({ page }) => {
  await page.goto(pages.shop);
  await page.evaluate(() =>
    (window as unknown as { setProps(props: object): void }).setProps({ paymentToken: "ptok_x" }),
  );
  await expect
    .poll(() => callbacksOf(page))
    .toEqual([["error", { code: "loader_unreachable", message: expect.stringContaining("baseUrl") }]]);
  await expect(page.getByRole("heading", { name: "Pay" })).toBeVisible();
});

test("an unreachable service is reported to the shop, and requested again by the next component", async ({
  page,
  request,
}) => {
  const { token } = await newPayment(request, { successUrl: pages.shop });
  const set = (props: object | null) =>
    page.evaluate((given) => (window as unknown as { setProps(props: object | null): void }).setProps(given), props);
  await page.route("**/embed.js", (route) => route.abort());
  await page.goto(pages.shop);
  await set({ baseUrl, paymentToken: token });
  await expect
    .poll(() => callbacksOf(page))
    .toEqual([["error", { code: "loader_unreachable", message: expect.any(String) }]]);
  await page.unroute("**/embed.js");
  await set(null);
  await set({ baseUrl, paymentToken: token });
  await expect(rootOf(checkoutIn(page))).toHaveAttribute("data-phase", "choosing");
});

test("two bundles with the client load the script once, under a policy that allows its name once", async ({ page }) => {
  const source = `import { loadBankside } from "./client/src/loader";
    (window.loaded ??= []).push(loadBankside("${baseUrl}").then(({ origin }) => origin, String));`;
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: root, loader: "ts" },
    bundle: true,
    write: false,
    logLevel: "error",
  });
  pages.put("/bundle.js", outputFiles[0]?.text ?? "");
  const policy = { "Content-Security-Policy": "require-trusted-types-for 'script'; trusted-types bankside" };
  pages.put("/two", '<!doctype html><script src="/bundle.js"></script><script src="/bundle.js"></script>', policy);
  const requests: string[] = [];
  page.on("request", (request) => request.url().includes("/embed.js") && requests.push(request.url()));
  await page.goto(`${pages.shop}/two`);
  expect(await page.evaluate("Promise.all(loaded)")).toEqual([baseUrl, baseUrl]);
  expect(requests).toHaveLength(1);
});
