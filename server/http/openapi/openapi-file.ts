import { openApiDocument } from "./openapi";

/** The base URL in the committed document; a served document has the installation's own. */
export const EXAMPLE_BASE_URL = "https://pay.example.com";

/** docs/openapi.json: the document that is committed, read by integrators before they have an instance. */
export function openApiFile(): string {
  return `${JSON.stringify(openApiDocument(EXAMPLE_BASE_URL), null, 2)}\n`;
}
