import { publicKeySet } from "@/server/connectors/keys/signing-key";

/** Banks cache the keys and fetch them again for an unknown key id. */
const MAX_AGE_S = 60;

/**
 * GET of this installation's public keys as a third party provider: simulated banks verify our signatures with them.
 */
export async function GET(): Promise<Response> {
  return Response.json(await publicKeySet(), {
    headers: { "Content-Type": "application/jwk-set+json", "Cache-Control": `public, max-age=${MAX_AGE_S}` },
  });
}
