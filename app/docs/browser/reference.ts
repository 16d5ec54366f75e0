// Draws this installation's OpenAPI document and sends its requests. No other origin is contacted.
import SwaggerUIBundle from "swagger-ui-dist/swagger-ui-es-bundle.js";
import { offerToken } from "./authorise";
import { bearerScheme, type Document, forTrying } from "./for-trying";
import { parts, watchOver } from "./parts";

const DOCUMENT = "/openapi.json";

async function draw(root: HTMLElement): Promise<void> {
  const answer = await fetch(DOCUMENT, { credentials: "omit" });
  if (!answer.ok) throw new Error(`${DOCUMENT}: ${answer.status}`);
  const document = (await answer.json()) as Document;
  const ui = SwaggerUIBundle({
    domNode: root,
    // Requests go to the origin of the page, under whichever host name it was opened.
    spec: { ...forTrying(document), servers: [{ url: location.origin }] },
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [parts],
    layout: "Reference",
    deepLinking: true,
    docExpansion: "list",
    defaultModelsExpandDepth: -1,
    defaultModelExpandDepth: 4,
    displayOperationId: true,
    displayRequestDuration: true,
    // The default colours have too little contrast and no dark theme.
    syntaxHighlight: { activated: false },
    validatorUrl: "none",
    // Requests from the reference do not send the Console's session cookie.
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
    root.textContent = "The reference could not be displayed. Reload the page, or read the OpenAPI document.";
  });
}
