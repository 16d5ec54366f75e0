import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { env } from "../../lib/env";
import { fictitiousIban } from "../../lib/iban";
import { newId } from "../../lib/ids";
import { moveClock } from "../../test/database";
import { answerAtBank, type Exchange, startSimbank, type TestSimbank } from "../../test/simbank";
import { connectorFor } from "../connector-for";
import { findProfileById, SIMULATED_ACCOUNT_BANK } from "../profiles";

// Every request of the connector and every answer of the simulated bank against the Berlin Group's own file, which is not
// part of the project: `../shared/bank-specs`, or BANK_SPECS_DIR.
const FOLDER = process.env["BANK_SPECS_DIR"] ?? path.join(import.meta.dirname, "../../../../shared/bank-specs");
const FILE = path.join(FOLDER, "berlin-group-psd2-api-1.3.11.json");
const present = existsSync(FILE);
if (!present) console.warn(`Left out: the official Berlin Group specification is not at ${FILE}.`);

type Parameter = { name: string; in: string; required?: boolean };
type Media = { content?: Record<string, { schema: object }> };
type Operation = {
  parameters: ({ $ref: string } | Parameter)[];
  requestBody?: Media | { $ref: string };
  responses: Record<string, object>;
};
type Specification = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Record<string, unknown>> };
};

/** The file with the three things in it that no bank can follow set right, each by name. */
function readSpecification(): Specification {
  const spec = JSON.parse(readFileSync(FILE, "utf8"), booleanBounds) as Specification;
  const { schemas } = spec.components;
  // A general message's code is declared to be a category, "ERROR" or "WARNING".
  Object.assign(schemas["tppMessageGeneric"]?.["properties"] ?? {}, { code: { type: "string" } });
  // The payer's account is "required", while banks let the shopper choose it (EBA-OP2 item 40): a flag of the bank's profile.
  for (const name of ["paymentInitiation_json", "paymentInitiationWithStatusResponse"]) {
    const schema = schemas[name];
    if (schema) schema["required"] = (schema["required"] as string[]).filter((field) => field !== "debtorAccount");
  }
  return spec;
}

/** OpenAPI 3.0 says "exclusive" by a boolean beside the bound, JSON Schema by the bound itself. */
function booleanBounds(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== "object" || !("exclusiveMinimum" in value)) return value;
  const { exclusiveMinimum, ...rest } = value;
  return exclusiveMinimum === true && "minimum" in rest ? { ...rest, exclusiveMinimum: rest.minimum } : rest;
}

function checker() {
  const spec = readSpecification();
  const ajv = new Ajv({ strict: false, unicodeRegExp: false, validateFormats: false, allErrors: true });
  ajv.addSchema(spec, "spec");
  const compiled = new Map<string, ValidateFunction>();
  const at = (pointer: string): unknown => {
    let node: unknown = spec;
    for (const step of pointer.split("/").slice(1))
      node = (node as Record<string, unknown>)[step.replaceAll("~1", "/").replaceAll("~0", "~")];
    return node !== null && typeof node === "object" && "$ref" in node ? at(String(node.$ref).slice(1)) : node;
  };
  const errorsOf = (pointer: string, text: string): string[] => {
    const media = at(pointer) as Media;
    const schema = media.content?.["application/json"]?.schema;
    if (!schema) return text === "" ? [] : [`${pointer}: no JSON is foreseen`];
    // References in the schema are relative to the file: they are resolved under its name.
    const key = JSON.stringify(schema).replaceAll('"#/', '"spec#/');
    const validate = compiled.get(key) ?? ajv.compile(JSON.parse(key) as object);
    compiled.set(key, validate);
    return validate(JSON.parse(text))
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
  return (exchange: Exchange): string[] => {
    const local = exchange.path.replace(/^.*?(?=\/v1\/)/, "");
    // `/v1/{payment-service}/…` fits nearly everything: the template with the fewest placeholders is meant.
    const [template] = Object.keys(spec.paths)
      .filter((candidate) => new RegExp(`^${candidate.replace(/\{[^}]+\}/g, "[^/]+")}$`).test(local))
      .sort((a, b) => a.split("{").length - b.split("{").length);
    const method = exchange.method.toLowerCase();
    const operation = spec.paths[template ?? ""]?.[method];
    if (!template || !operation) return [`${exchange.method} ${local} is not in the specification`];
    const pointer = `/paths/${template.replaceAll("~", "~0").replaceAll("/", "~1")}/${method}`;
    const missing = operation.parameters
      .map((parameter) => ("$ref" in parameter ? (at(parameter.$ref.slice(1)) as Parameter) : parameter))
      .filter(
        (parameter) =>
          parameter.in === "header" && parameter.required && !exchange.requestHeaders[parameter.name.toLowerCase()],
      )
      .map(({ name }) => `header ${name} is missing`);
    const request =
      operation.requestBody && exchange.method === "POST"
        ? errorsOf(`${pointer}/requestBody`, exchange.requestBody)
        : [];
    if (!operation.responses[exchange.status]) return [`the answer ${exchange.status} is not foreseen`];
    const response = errorsOf(`${pointer}/responses/${exchange.status}`, exchange.responseBody);
    return [...missing, ...request.map((error) => `request ${error}`), ...response.map((error) => `response ${error}`)];
  };
}

let simbank: TestSimbank;
beforeAll(async () => {
  simbank = await startSimbank();
});
afterAll(() => simbank.close());

async function profileOf(slug: string) {
  const schemes = ["SEPA_CREDIT_TRANSFER", "SEPA_INSTANT_CREDIT_TRANSFER"];
  const profile = await findProfileById(slug, "test", { bank: { id: slug, slug, schemes } });
  if (!profile) throw new Error("The simulated bank is not served.");
  return profile;
}

async function payThroughTheConnector(
  press: "approve" | "reject" | null,
  scheme: string,
  remittance: string,
  debtorIban?: string,
) {
  const profile = await profileOf("millennium-bcp");
  const connector = connectorFor(profile);
  const { body } = connector.prepareInitiation(profile, {
    endToEndId: newId().slice(0, 31),
    money: { amountMinor: 12_345n, currency: "EUR" },
    creditor: { name: "Ærø & Søn ßtraße №1", iban: fictitiousIban("EUR", "shop") },
    scheme,
    remittance,
    ...(debtorIban === undefined ? {} : { debtorIban }),
  });
  const psu = { ip: "203.0.113.7", userAgent: null, locale: "en" };
  const redirect = { uri: `${env().baseUrl}/return`, state: "s", secret: "x" };
  const outcome = await connector.initiate(profile, { scheme, body, idempotencyKey: newId(), psu, redirect });
  if (!outcome.ok || outcome.value.next.kind !== "redirect") return;
  const ref = { scheme, ...outcome.value, psu };
  await connector.status(profile, ref);
  if (press === null) await connector.cancel?.(profile, ref);
  else await answerAtBank(outcome.value.next.url, press);
  await connector.status(profile, ref);
  await fetch(ref.links["self"] ?? "", { headers: { "X-Request-ID": newId() } });
  await connector.cancel?.(profile, ref);
}

async function readAnAccount() {
  const profile = await profileOf(SIMULATED_ACCOUNT_BANK);
  const connector = connectorFor(profile);
  const account = { iban: fictitiousIban("EUR", "shop"), currency: "EUR", deadlineMs: 3_000 };
  const redirect = { uri: `${env().baseUrl}/return`, state: "s", secret: "x" };
  const consent = await connector.createAccountConsent(profile, { ...account, redirect });
  if (!consent.ok) throw new Error(consent.detail);
  const { consentId } = consent.value;
  await connector.consentStatus(profile, { consentId });
  const found = await connector.findAccount(profile, { consentId, ...account });
  if (!found.ok) throw new Error(found.detail);
  await connector.balances(profile, { consentId, ...found.value, deadlineMs: 3_000 });
  await connector.balances(profile, { consentId: newId(), ...found.value, deadlineMs: 3_000 });
}

describe.runIf(present)("the connector and the simulated bank speak NextGenPSD2 1.3.11", () => {
  it("in every request and every answer", async () => {
    await payThroughTheConnector("approve", "SEPA_CREDIT_TRANSFER", "Order 3451", fictitiousIban("EUR", "shopper"));
    await payThroughTheConnector("reject", "SEPA_INSTANT_CREDIT_TRANSFER", "R".repeat(200));
    await payThroughTheConnector(null, "SEPA_CREDIT_TRANSFER", "//№//");
    await payThroughTheConnector("approve", "SEPA_CREDIT_TRANSFER", "SIM-NOFUNDS");
    await payThroughTheConnector(null, "SEPA_CREDIT_TRANSFER", "SIM-REFUSED");
    await readAnAccount();
    await moveClock("2 seconds");
    await readAnAccount();
    const check = checker();
    const calls = simbank.exchanges.filter(({ path: address }) => address.includes("/xs2a/"));
    const wrong = calls.flatMap((call) => check(call).map((error) => `${call.method} ${call.path}: ${error}`));
    expect(wrong).toEqual([]);
    expect(new Set(calls.map(({ method, status }) => `${method} ${status}`))).toEqual(
      new Set(["POST 201", "POST 400", "GET 200", "GET 403", "DELETE 204", "DELETE 405"]),
    );
  });

  it("and the check bites: a wrong request, a wrong answer and a missing header are found", async () => {
    await payThroughTheConnector("approve", "SEPA_CREDIT_TRANSFER", "Order 1");
    const call = simbank.exchanges.find(({ method, status }) => method === "POST" && status === 201);
    if (!call) throw new Error("No initiation was recorded.");
    const check = checker();
    expect(check(call)).toEqual([]);
    expect(check({ ...call, responseBody: call.responseBody.replace("RCVD", "DONE") })).not.toEqual([]);
    expect(check({ ...call, requestBody: call.requestBody.replace('"instructedAmount"', '"amount"') })).not.toEqual([]);
    expect(check({ ...call, requestHeaders: {} })).toEqual([
      "header X-Request-ID is missing",
      "header PSU-IP-Address is missing",
    ]);
    expect(check({ ...call, path: "/simbank/x/xs2a/v1/everything" })).not.toEqual([]);
  });
});
