import { expect, type Locator, type Page } from "@playwright/test";

export const operation = (page: Page, id: string): Locator =>
  page.locator(".opblock").filter({ has: page.getByText(id, { exact: true }) });

/** Opens an operation: the first one by its link, which loads the renderer. */
export async function openOperation(page: Page, id: string): Promise<Locator> {
  const [link, block] = [page.locator(`.operations a[href$="/${id}"]`), operation(page, id)];
  await expect(link.or(block).first()).toBeVisible();
  if (await link.isVisible()) await link.click();
  const control = block.locator(".opblock-summary-control");
  await expect(control).toBeVisible();
  if ((await control.getAttribute("aria-expanded")) !== "true") await control.click();
  return block;
}

/** Fills in the form of an open operation and sends it; returns status and body of the response. */
export async function execute(page: Page, id: string, fill: Record<string, string> = {}) {
  const block = operation(page, id);
  for (const [name, value] of Object.entries(fill)) await block.getByRole("textbox", { name, exact: true }).fill(value);
  const clear = block.getByRole("button", { name: "Clear" });
  if (await clear.isVisible()) await clear.click();
  await block.getByRole("button", { name: "Execute" }).click();
  const answer = block.locator(".live-responses-table");
  await expect(answer.locator("tbody .response-col_status")).toHaveText(/^\d{3}/);
  const status = await answer.locator("tbody .response-col_status").innerText();
  return {
    status: Number.parseInt(status, 10),
    body: JSON.parse(await answer.locator(".highlight-code pre").innerText()),
  };
}
