// Draws this installation's OpenAPI document and sends its requests. No other origin is contacted.
import SwaggerUIBundle from "swagger-ui-dist/swagger-ui-es-bundle.js";
import type { DocsSession } from "../../console/docs-session/route";
import { asSignedIn, bearerScheme, type Document, forTrying, fragmentOf } from "./for-trying";
import { parts, watchOver } from "./parts";
import { requestOf } from "./session";

const DOCUMENT = "/openapi.json";

/** Renders the operations into `root`; returns how an access token is set for their requests. */
export async function draw(root: HTMLElement, session: DocsSession | null): Promise<(accessToken: string) => void> {
  const answer = await fetch(DOCUMENT, { credentials: "omit" });
  if (!answer.ok) throw new Error(`${DOCUMENT}: ${answer.status}`);
  const document = (await answer.json()) as Document;
  const tried = forTrying(document);
  const wanted = new URLSearchParams(location.search).get("operation");
  const fragment = wanted === null || location.hash !== "" ? null : fragmentOf(document, wanted);
  if (fragment !== null) history.replaceState(null, "", location.pathname + location.search + fragment);
  root.replaceChildren();
  const ui = SwaggerUIBundle({
    domNode: root,
    // Requests go to the origin of the page, under whichever host name it was opened.
    spec: { ...(session ? asSignedIn(tried, session) : tried), servers: [{ url: location.origin }] },
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [parts],
    layout: "Reference",
    deepLinking: true,
    docExpansion: "list",
    defaultModelsExpandDepth: -1,
    defaultModelExpandDepth: 4,
    displayOperationId: true,
    displayRequestDuration: true,
    tryItOutEnabled: session?.maySend === true,
    // The default colours have too little contrast and no dark theme.
    syntaxHighlight: { activated: false },
    validatorUrl: "none",
    requestInterceptor: (request) => requestOf(request, { document: tried, session }),
  });
  watchOver(root);
  const scheme = bearerScheme(document);
  return (token) => {
    if (scheme !== undefined) ui.preauthorizeApiKey(scheme, token);
  };
}
