import { listOperations } from "@/server/http/openapi/operations";
import { env } from "@/server/lib/config/env";
import { docsAssets } from "../assets/built";
import { ReferenceDocument } from "./document";
import { page } from "./respond";

/** GET of the API reference: our own page around a renderer that runs in the browser. */
export function GET(): Promise<Response> {
  const { demo, demoPublic } = env();
  return page(
    <ReferenceDocument
      assets={docsAssets()}
      operations={listOperations()}
      demo={demo}
      hasCredentials={demo && !demoPublic}
    />,
  );
}
