// Draws the OpenAPI document of this very installation, and lets it be tried. Nothing is asked of any other origin.
import SwaggerUIBundle from "swagger-ui-dist/swagger-ui-es-bundle.js";
import { offerToken } from "./authorise";
import { parts, watchOver } from "./parts";

type Document = { components?: { securitySchemes?: Record<string, { type?: string; scheme?: string }> } };

const DOCUMENT = "/openapi.json";

/** The name under which the document speaks of access tokens. */
function bearerScheme({ components }: Document): string | undefined {
  const schemes = Object.entries(components?.securitySchemes ?? {});
  return schemes.find(([, { type, scheme }]) => type === "http" && scheme === "bearer")?.[0];
}

async function draw(root: HTMLElement): Promise<void> {
  const answer = await fetch(DOCUMENT, { credentials: "omit" });
  if (!answer.ok) throw new Error(`${DOCUMENT}: ${answer.status}`);
  const document = (await answer.json()) as Document;
  const ui = SwaggerUIBundle({
    domNode: root,
    // What is tried goes to where this page came from, by whichever of its names it was opened.
    spec: { ...document, servers: [{ url: location.origin }] },
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [parts],
    layout: "Reference",
    deepLinking: true,
    docExpansion: "list",
    defaultModelsExpandDepth: -1,
    defaultModelExpandDepth: 4,
    displayOperationId: true,
    displayRequestDuration: true,
    // Its colours are too faint, and know no dark page.
    syntaxHighlight: { activated: false },
    validatorUrl: "none",
    // A session of the Console is no business of what is tried here.
    requestInterceptor: (request) => ({ ...request, credentials: "omit" }),
  });
  watchOver(root);
  const scheme = bearerScheme(document);
  if (scheme !== undefined) offerToken((token) => ui.preauthorizeApiKey(scheme, token));
}

const root = document.getElementById("reference");
if (root) {
  draw(root).catch((error: unknown) => {
    console.error(error);
    root.textContent = "The reference could not be drawn. Load the page again, or read the OpenAPI document itself.";
  });
}
