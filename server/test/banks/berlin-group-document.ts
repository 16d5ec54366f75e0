import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

// The Berlin Group's own file is not in the repository: `../shared/bank-specs`, or BANK_SPECS_DIR.
const FOLDER = process.env["BANK_SPECS_DIR"] ?? path.join(import.meta.dirname, "../../../../shared/bank-specs");
const FILE = path.join(FOLDER, "berlin-group-psd2-api-1.3.11.json");

/** Whether the file exists; prints a message when it does not. */
export function hasBerlinGroupDocument(): boolean {
  const present = existsSync(FILE);
  if (!present) console.warn(`Left out: the official Berlin Group specification is not at ${FILE}.`);
  return present;
}

type Schema = { [key: string]: unknown; required?: string[]; properties?: Record<string, Schema>; oneOf?: Schema[] };
type Operation = { requestBody?: { content?: Record<string, { schema: Schema }> } };
type Media = { examples?: Record<string, { $ref: string }> };
type Document = {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    headers: Record<string, { schema: Schema }>;
    responses: Record<string, { content?: Record<string, Media> }>;
  };
};

/** NextGenPSD2 1.3.11, with corrections of the parts that no bank or validator can follow; each is listed. */
export function berlinGroupDocument(): unknown {
  // The links in the examples lack the product, or a slash.
  const text = readFileSync(FILE, "utf8").replace(
    /"(?:\/psd2)?\/v1\/payments\/?(?=(?:1234-wertiq-983|qwer3456tzui7890)[/"])/g,
    '"/psd2/v1/payments/sepa-credit-transfers/',
  );
  const document = JSON.parse(text) as Document;
  const { schemas, headers, responses } = document.components;
  // The schema declares a general message's code as a category, "ERROR" or "WARNING".
  Object.assign(schemas["tppMessageGeneric"]?.properties ?? {}, { code: { type: "string" } });
  // The payer's account is "required", but banks let the shopper choose it (EBA-OP2 item 40): a flag in the bank's
  // profile.
  for (const name of ["paymentInitiation_json", "paymentInitiationWithStatusResponse"]) {
    const schema = schemas[name];
    if (schema) schema.required = (schema.required ?? []).filter((field) => field !== "debtorAccount");
  }
  // A regular expression that is invalid in unicode mode.
  delete schemas["cardAcceptorPhone"]?.["pattern"];
  // The standard says "Links can be relative", but Prism accepts only absolute addresses for the format "url".
  delete headers["Location"]?.schema["format"];
  // Prism answers with the first allowed value in every example; embedded approval is not supported.
  Object.assign(headers["ASPSP-SCA-Approach"]?.schema ?? {}, { enum: ["DECOUPLED", "REDIRECT", "EMBEDDED"] });
  // One of these schemas is `{}`, which matches every body, so that `oneOf` never matches exactly one.
  for (const [place, operations] of Object.entries(document.paths)) {
    const schema = operations["put"]?.requestBody?.content?.["application/json"]?.schema;
    if (!place.endsWith("/authorisations/{authorisationId}") || !schema?.oneOf) continue;
    schema["anyOf"] = schema.oneOf.filter((choice) => Object.keys(choice).length > 0);
    delete schema.oneOf;
  }
  // A request selects an example by its name (RFC 7240), but the names in the file are sentences.
  for (const { content } of Object.values(responses)) {
    for (const media of Object.values(content ?? {})) {
      if (media.examples)
        media.examples = Object.fromEntries(
          Object.values(media.examples).map((example) => [example.$ref?.split("/").pop() ?? "unnamed", example]),
        );
    }
  }
  document.servers = [{ url: "http://127.0.0.1" }];
  return document;
}
