// The examples of docs/integrate/checkout.md, unchanged except for the installation and the token.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { build } from "esbuild";
import { examplesOf } from "../../client/test/guides";
import { checkoutIn, pagesOfThisFile } from "../support/pages";
import { newPayment } from "../support/shared";
import { baseUrl, rootOf } from "../support/shop";

const root = path.join(import.meta.dirname, "../..");
const examples = examplesOf(readFileSync(path.join(root, "docs/integrate/checkout.md"), "utf8"));
const PARTS = Object.fromEntries(
  ["loader", "react"].map((name) => [`@bankside/client/${name}`, path.join(root, `client/src/${name}.ts`)]),
);

function code(file: string, token = ""): string {
  const example = examples.find((one) => one.file === file);
  if (!example) throw new Error(`The guide has no ${file}.`);
  return example.code.replaceAll("https://pay.example.com", baseUrl).replaceAll("ptok_…", token);
}

const pages = pagesOfThisFile();

/** Opens a page with this body; a nonce permits its own scripts. */
async function open(page: Page, body: string, policy = ""): Promise<void> {
  const head = '<!doctype html><title>Shop</title><link rel="icon" href="data:,">';
  const html = head + body.replaceAll("<script>", '<script nonce="n">');
  const headers = policy && { "Content-Security-Policy": policy };
  await page.goto(pages.shop + pages.put(`/${crypto.randomUUID()}`, html, { ...(headers || {}) }));
}

/** A policy that allows only the guide's lines. */
const policyOf = (...files: string[]) =>
  ["default-src 'none'", "img-src data:", ...files.flatMap((file) => code(file).trim().split("\n"))]
    .join("; ")
    .replace("script-src ", "script-src 'nonce-n' ");

/** The script tag of an application bundled from the guide's code. */
async function bundled(contents: string, files: Record<string, string>): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: "tsx" },
    alias: PARTS,
    bundle: true,
    write: false,
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
    plugins: [
      {
        name: "guide",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^guide:/ }, (given) => ({
            path: given.path.slice("guide:".length),
            namespace: "guide",
          }));
          onLoad({ filter: /.*/, namespace: "guide" }, (given) => ({
            contents: files[given.path] ?? "",
            loader: "tsx",
            resolveDir: root,
          }));
        },
      },
    ],
  });
  return `<script nonce="n" src="${pages.put(`/${crypto.randomUUID()}.js`, outputFiles[0]?.text ?? "")}"></script>`;
}

const forShop = async (page: Page) => newPayment(page.request, { successUrl: `${pages.shop}/ok` });
const expectChoosing = (page: Page) => expect(rootOf(checkoutIn(page))).toHaveAttribute("data-phase", "choosing");

test("the guide's five-minute page works under the guide's two policy lines", async ({ page }) => {
  await open(page, code("inline.html", (await forShop(page)).token), policyOf("policy.txt"));
  await expectChoosing(page);
});

test("control: without the policy's frame line there is no frame; with the third line another origin sees why", async ({
  page,
}) => {
  const { token } = await forShop(page);
  const without = policyOf("policy.txt").replace(/frame-src [^;]+/, "");
  const said = page.waitForEvent("console", (message) => message.text().startsWith("Bankside frame_blocked"));
  await open(page, code("inline.html", token), without);
  await said;
  await expect(page.locator("iframe")).toHaveCount(0);
  const asked = page.waitForEvent("console", (message) => message.text().startsWith("Bankside token_unknown"));
  await open(page, code("inline.html", `${token.slice(0, -2)}AA`), policyOf("policy.txt", "policy-asking.txt"));
  await asked;
});

test("the dialog opens by its button and reports that it was closed", async ({ page }) => {
  await open(page, code("modal.html", (await forShop(page)).token));
  await page.getByRole("button", { name: "Pay by bank" }).click();
  await expectChoosing(page);
  const closed = page.waitForEvent("console", (message) => message.text() === "closed");
  await page.keyboard.press("Escape");
  await closed;
});

test("the guide's function reports the result and removes the checkout", async ({ page }) => {
  const { token } = await forShop(page);
  const script = await bundled(`import { openCheckout } from "guide:open-checkout"; import "guide:start";`, {
    "open-checkout": code("open-checkout.ts"),
    start: `import { openCheckout } from "guide:open-checkout";
        openCheckout(document.getElementById("pay") as Element, "${token}", () => {}).then((status) => { document.title = status; });`,
  });
  await open(
    page,
    `<div id="pay"></div>${script}`,
    `${policyOf("policy.txt")}; require-trusted-types-for 'script'; trusted-types bankside`,
  );
  await expectChoosing(page);
  await checkoutIn(page).getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveTitle("cancelled");
  await expect(page.locator("iframe")).toHaveCount(0);
});

test("the guide's component reports the result", async ({ page }) => {
  const { token } = await forShop(page);
  const script = await bundled(
    `import { createRoot } from "react-dom/client"; import { Checkout } from "guide:Checkout";
     createRoot(document.getElementById("app")).render(<Checkout paymentToken="${token}" onOutcome={(status) => { document.title = status; }} />);`,
    { Checkout: code("Checkout.tsx") },
  );
  await open(page, `<div id="app"></div>${script}`);
  await expectChoosing(page);
  await checkoutIn(page).getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveTitle("cancelled");
});
