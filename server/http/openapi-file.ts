import { openApiDocument } from "./openapi";

/** The base address in the committed document: an instance has its own, and says so in the document that it serves. */
export const EXAMPLE_BASE_URL = "https://pay.example.com";

/** docs/openapi.json: the document that is committed, read by integrators before they have an instance. */
export function openApiFile(): string {
  return `${JSON.stringify(openApiDocument(EXAMPLE_BASE_URL), null, 2)}\n`;
}
