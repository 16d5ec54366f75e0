import { publicKeySet } from "@/server/connectors/signing-key";

export const dynamic = "force-dynamic";

/** Banks keep it for a while themselves, and ask again for a key that they do not know. */
const MAX_AGE_S = 60;

/** The public keys of this installation as a third party provider: with them, simulated banks check what we sign. */
export async function GET(): Promise<Response> {
  return Response.json(await publicKeySet(), {
    headers: { "Content-Type": "application/jwk-set+json", "Cache-Control": `public, max-age=${MAX_AGE_S}` },
  });
}
