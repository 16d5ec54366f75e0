// Compares "For partners" in docs/integrate/going-live.md with the API's document.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../../server/test/code-rules/files";

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");

/** The guide's words for the operations. */
const OPERATIONS: Record<string, readonly string[]> = {
  creations: ["createPaymentLink", "createPaymentRequest", "createRedirectRequest"],
  "`updatePaymentRequest`": ["updatePaymentRequest"],
  balances: ["getBalances"],
  webhooks: ["setWebhookUrl", "generateWebhookSecret", "revokeWebhookSecret"],
  "test events": ["listWebhookEvents"],
};

it("the guide for partners names exactly the operations that need a merchant_id", () => {
  const [, sentence = ""] = /Send `merchant_id` with (.*?)\./.exec(read("docs/integrate/going-live.md")) ?? [];
  const named = sentence.split(/, | and /).flatMap((words) => OPERATIONS[words] ?? [words]);
  const { paths } = JSON.parse(read("docs/openapi.json")) as { paths: Record<string, Record<string, object>> };
  const needing = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => JSON.stringify(operation).includes("MERCHANT_ID_REQUIRED"))
    .map((operation) => (operation as { operationId: string }).operationId);
  expect(named.sort()).toEqual(needing.sort());
  expect(needing).toHaveLength(9);
});
