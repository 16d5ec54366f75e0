// Runs the code that the Console offers to copy, as pasted: curl in a shell, TypeScript with the packed client.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { text as textOf } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { curlOfCall, recordedCode, typescriptOfCall } from "../../components/console/developers/call-code";
import type { Operation } from "../../components/console/developers/known-operation";
import { readCall } from "../../server/developer-tools/read-call";
import { LEFT_OUT } from "../../server/developer-tools/recorded-parts";
import { searchCalls } from "../../server/developer-tools/search-calls";
import { flushCalls } from "../../server/http/call-log/call-log";
import { handleApi } from "../../server/http/handler";
import { listOperations } from "../../server/http/openapi/operations";
import { issueToken } from "../../server/identity/tokens/issue-token";
import { shopper, storyOfThisFile } from "../../server/test/banks/payment-stories";
import { call } from "../../server/test/client";
import { PEER } from "../../server/test/processes/product";
import { ctx } from "../../server/test/rows/fixtures";
import { isMissing, unpackExamples } from "./guide-folder";

type Program = { id: string; curl: string; typescript: string };
type Ids = readonly { id: string }[];

const operations = listOperations().map((operation) => ({ ...operation, notSent: null })) as Operation[];
const noCurl = isMissing("curl");
/** Imports each program with its environment, and prints those that failed. */
const RUN = `
import { readFileSync } from "node:fs";
for (const [file, env] of Object.entries(JSON.parse(readFileSync("run.json", "utf8")))) {
  Object.assign(process.env, env);
  await import("./" + file).then(
    () => console.log("RAN", file),
    (error) => console.log("FAILED", file, error.message),
  );
}
`;

const stories = storyOfThisFile((request) => handleApi(request, PEER));
const { bank } = stories;

/**
 * The variables that a caller sets before running a request's code. Payment tokens and refresh tokens are used once.
 */
async function environment() {
  const { tenant, banks, freshToken } = stories;
  const credential = { client_id: tenant.clientId, client_secret: tenant.clientSecret };
  const [token, payment] = [await freshToken(), await stories.newPayment()];
  const { data: link } = await call("createPaymentLink", { order: { amount: 2550, currency: "EUR" } }, { token });
  return {
    BANKSIDE_TOKEN: token,
    BANKSIDE_CLIENT_ID: credential.client_id,
    BANKSIDE_CLIENT_SECRET: credential.client_secret,
    BANKSIDE_REFRESH_TOKEN: (await issueToken(shopper, credential)).refresh_token ?? "",
    BANKSIDE_PAYMENT_TOKEN: payment.token,
    BANKSIDE_PAYMENT_REQUEST_ID: payment.id,
    BANKSIDE_PAYMENT_LINK_ID: link.link_id,
    BANKSIDE_BANK_ID: banks[0] ?? "",
  };
}

function resultOf(text: string): string {
  const { success, error } = JSON.parse(text) as { success: boolean; error?: { code: string; message: string } };
  return success ? "success" : `${error?.code}: ${error?.message}`;
}

/** Runs the programs as pasted; the result of each by operation. */
async function run(programs: readonly Program[]) {
  const curls = programs.map(({ id, curl }) => ({ file: `${id}.sh`, code: curl, output: null }));
  const modules = programs.map(({ id, typescript }) => ({ file: `${id}.mts`, code: typescript, output: null }));
  const folder = await unpackExamples([...curls, ...modules, { file: "run.ts", code: RUN, output: null }]);
  const outputOf = async (file: string, env: Record<string, string>) => {
    const { stdout, stderr } = folder.start(file, env);
    if (!stdout || !stderr) throw new Error(`${file} has no output.`);
    return (await Promise.all([textOf(stdout), textOf(stderr)])).join("");
  };
  try {
    const answers: Record<string, string> = {};
    for (const { id } of noCurl ? [] : programs) answers[id] = await outputOf(`${id}.sh`, await environment());
    const environments: Record<string, object> = {};
    for (const { file } of modules) environments[file] = await environment();
    writeFileSync(path.join(folder.folder, "run.json"), JSON.stringify(environments));
    const printed = await outputOf("run.ts", {});
    const flags = "--noEmit --strict --target es2022 --module nodenext --types node --skipLibCheck".split(" ");
    return {
      curl: Object.fromEntries(Object.entries(answers).map(([id, text]) => [id, resultOf(text)])),
      endings: [...new Set(Object.values(answers).map((text) => text.at(-1)))],
      typescript: printed.split("\n").filter((line) => /^(RAN|FAILED) /.test(line)),
      typeErrors: folder.typeErrors(...flags, ...modules.map(({ file }) => file)),
    };
  } finally {
    folder.remove();
  }
}

const succeeded = (some: Ids) => ({
  curl: noCurl ? {} : Object.fromEntries(some.map(({ id }) => [id, "success"])),
  endings: noCurl ? [] : ["\n"],
  typescript: some.map(({ id }) => `RAN ${id}.mts`),
  typeErrors: "",
});

/** Sends an operation's documented example, with real values for what only the caller has. */
async function send({ id, method, path: template, auth, idempotent, example, hasBody }: Operation): Promise<void> {
  const own = await environment();
  const address = template
    .replace("{id}", own.BANKSIDE_PAYMENT_LINK_ID)
    .replace("{paymentRequestId}", own.BANKSIDE_PAYMENT_REQUEST_ID);
  const body: Record<string, unknown> = { ...(example as object | null) };
  if ("payment_token" in body) body["payment_token"] = own.BANKSIDE_PAYMENT_TOKEN;
  if ("bankId" in body) body["bankId"] = own.BANKSIDE_BANK_ID;
  const headers = {
    ...(auth === "bearer" ? { authorization: `Bearer ${own.BANKSIDE_TOKEN}` } : {}),
    ...(hasBody ? { "content-type": "application/json" } : {}),
    ...(idempotent ? { "idempotency-key": `copied-${id}` } : {}),
  };
  const sent = hasBody ? { method, headers, body: JSON.stringify(body) } : { method, headers };
  const answer = await fetch(bank.baseUrl + address, sent);
  expect([id, answer.ok ? "success" : await answer.text()]).toEqual([id, "success"]);
}

/**
 * The code of each operation's request in the merchant's log, as the browser gets it. `complete`: redacted parts are
 * filled in; otherwise they are copied as logged.
 */
async function recorded({ complete = true } = {}): Promise<Program[]> {
  await flushCalls();
  const { merchantId } = stories.tenant;
  const programs: Program[] = [];
  for (const operation of operations) {
    const search = operation.idempotent ? { search: `copied-${operation.id}` } : {};
    const { items } = await searchCalls(ctx, { merchantId, test: true, endpoint: operation.id, ...search });
    const [latest] = items;
    if (!latest) continue;
    const call = JSON.parse(JSON.stringify(await readCall(ctx, { merchantId, id: latest.id })));
    const completed = recordedCode({ call, operation, baseUrl: bank.baseUrl });
    const code = complete ? completed : { ...completed, call: { ...completed.call, body: call.sent.body } };
    programs.push({ id: operation.id, curl: curlOfCall(code), typescript: typescriptOfCall(code) });
  }
  return programs;
}

describe("the copied code of a request", () => {
  it("succeeds for every operation of the request log, although parts are redacted", async () => {
    const sent = operations.filter(({ auth }) => auth !== "public");
    for (const operation of sent) await send(operation);
    const programs = await recorded();
    expect(programs.map(({ id }) => id)).toEqual(sent.map(({ id }) => id));
    expect(programs.filter(({ curl, typescript }) => (curl + typescript).includes(LEFT_OUT))).toEqual([]);
    expect(programs.find(({ id }) => id === "createPaymentRequest")?.curl).toContain(
      "# Without the redacted parts: customer, order.rewards.description, redirect_urls, billing_address\n" +
        "# Without the idempotency key, because the body differs\n",
    );
    expect(await run(programs)).toEqual(succeeded(programs));
  }, 120_000);

  it("control: fails when redacted parts are copied as logged", async () => {
    const redacted = ["createPaymentRequest", "createRedirectRequest", "setWebhookUrl"];
    const programs = (await recorded({ complete: false })).filter(({ id }) => redacted.includes(id));
    const { curl, typescript } = await run(programs);
    expect(typescript.map((line) => line.split(" ", 2))).toEqual(programs.map(({ id }) => ["FAILED", `${id}.mts`]));
    const refused = expect.stringMatching(/^VALIDATION_ERROR/);
    expect(curl).toEqual(noCurl ? {} : Object.fromEntries(redacted.map((id) => [id, refused])));
  }, 120_000);
});
