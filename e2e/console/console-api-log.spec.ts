// The request log, used to find out why a request failed.
import { text as textOf } from "node:stream/consumers";
import { expect, type Locator, test } from "@playwright/test";
import { unpackExamples } from "../../client/test/guide-folder";
import { signIn, USERS } from "../support/console/console";
import { PAYMENTS, type Program, program, rows, search, theCall } from "../support/product/program";
import { query } from "../support/shared";
import { baseUrl } from "../support/shop";

/** The copied code of a request in a language. */
async function codeOf(call: Locator, language: "curl" | "TypeScript"): Promise<string> {
  const box = call.getByRole("group", { name: "Copy the request as" });
  await box.getByRole("button", { name: language, exact: true }).click();
  await call.getByRole("button", { name: `Copy ${language}`, exact: true }).click();
  await expect(call.getByRole("status").filter({ hasText: `Copied: ${language}` })).toBeAttached();
  return call.page().evaluate(() => navigator.clipboard.readText());
}

/** Runs the copied code unchanged, in a folder with the client; returns the output of each. */
async function runBoth({ credential, token }: Program, copied: { curl: string; typescript: string }) {
  const files = [
    { file: "call.sh", code: copied.curl, output: null },
    { file: "call.mts", code: copied.typescript, output: null },
  ];
  const folder = await unpackExamples(files);
  const env = {
    BANKSIDE_TOKEN: token,
    BANKSIDE_CLIENT_ID: credential.client_id,
    BANKSIDE_CLIENT_SECRET: credential.client_secret,
  };
  try {
    const outputOf = async (file: string) => {
      const { stdout, stderr } = folder.start(file, env);
      if (!stdout || !stderr) throw new Error(`${file} has no output.`);
      const [out, wrong] = await Promise.all([textOf(stdout), textOf(stderr)]);
      return out + wrong;
    };
    return { curl: await outputOf("call.sh"), typescript: await outputOf("call.mts") };
  } finally {
    folder.remove();
  }
}

test("a request that failed is found with its reason, and its copied code gets the same error", {
  tag: "@deep",
}, async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, baseUrl, USERS.developer);
  const made = await program(page, `Refused program ${Date.now()}`);
  const key = `refused-${Date.now()}`;
  expect(await made.send(25.5, key)).toBe(400);
  await search(page, "4xx", key);
  await rows(page)
    .getByRole("link", { name: /^400 POST/ })
    .click();
  const call = theCall(page);
  await expect(call.getByRole("heading", { level: 2 })).toContainText("order.amount");
  await expect(call).toContainText(
    `order.amount was 25.5. Nothing was created. You can use the idempotency key ${key} again.`,
  );
  await expect(call.locator("mark")).toHaveText("25.5");
  const copied = { curl: await codeOf(call, "curl"), typescript: await codeOf(call, "TypeScript") };
  const answered = await runBoth(made, copied);
  for (const answer of Object.values(answered)) {
    expect(answer).toContain("VALIDATION_ERROR");
    expect(answer).toContain("order.amount");
  }
});

test("a request with a mistyped field shows it, with the field that was probably meant", { tag: "@deep" }, async ({
  page,
}) => {
  await signIn(page, baseUrl, USERS.developer);
  const { token } = await program(page, `Mistyped program ${Date.now()}`);
  const key = `mistyped-${Date.now()}`;
  const order = { amount: 2550, currency: "EUR", order_id: key, reference: "Order 7", test_transaction: true };
  const headers = { Authorization: `Bearer ${token}`, "Idempotency-Key": key };
  const made = await page.request.post(PAYMENTS, { headers, data: { order } });
  expect([made.status(), made.headers()["bankside-ignored"]]).toEqual([201, "order.reference"]);
  await search(page, "2xx", key);
  await expect(rows(page)).toContainText("1 field ignored");
  await rows(page)
    .getByRole("link", { name: /^201 POST/ })
    .click();
  await expect(theCall(page)).toContainText(
    "order.reference had no effect: there is no field of that name. Did you mean order.payment_reference?",
  );
});

test("the copied code of a request creates no second payment, and resending it in test creates one", {
  tag: "@deep",
}, async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, baseUrl, USERS.developer);
  const made = await program(page, `Right program ${Date.now()}`);
  const key = `right-${Date.now()}`;
  expect(await made.send(2550, key)).toBe(201);
  const ids = async () => {
    const sql = "SELECT id FROM payment_requests WHERE order_id = $1 ORDER BY id";
    return (await query<{ id: string }>(sql, [key])).map(({ id }) => id);
  };
  const [first = "none"] = await ids();
  await search(page, "2xx", key);
  await rows(page)
    .getByRole("link", { name: /^201 POST/ })
    .click();
  const call = theCall(page);
  const copied = { curl: await codeOf(call, "curl"), typescript: await codeOf(call, "TypeScript") };
  const answered = await runBoth(made, copied);
  for (const answer of Object.values(answered)) expect(answer).toContain(first);
  expect(await ids()).toEqual([first]);

  await call.getByRole("button", { name: "Resend in test" }).click();
  await expect(call.getByRole("button", { name: "Response 201", exact: true })).toBeVisible();
  const [, second = "none", ...more] = await ids();
  expect(more).toEqual([]);
  await expect(call.getByRole("status").locator("pre")).toContainText(second);
  expect(await query("SELECT test FROM payment_requests WHERE id = $1", [second])).toEqual([{ test: true }]);
  await call.getByRole("link", { name: "view in Requests" }).click();
  // The filtered list also has such a row; it disappears first.
  await expect(page).not.toHaveURL(new RegExp(key));
  await rows(page)
    .getByRole("link", { name: /^201 POST/ })
    .click();
  await expect(theCall(page)).toContainText("Team member");
  await theCall(page).getByRole("link", { name: "Deliveries" }).click();
  await expect(page).toHaveURL(`${baseUrl}/console/webhooks/deliveries?about=${second}`);
  await page.goBack();
  await theCall(page).getByRole("link", { name: key, exact: true }).click();
  await expect(page).toHaveURL(`${baseUrl}/console/payments/${second}`);
});
