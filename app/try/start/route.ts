import { getSession, writeSession } from "@/app/console/session";
import { fieldOf, pageAfter, readForm, seeOther } from "@/app/sign-in/forms";
import { newKey, readScenario, visitPath } from "@/components/console/try-it/simulation-request";
import { beginVisit } from "@/server/demo/visitors/begin-visit";
import { publicCtx } from "@/server/http/public-ctx";
import { permittedPaths } from "@/server/identity/permissions/permissions";
import { writeBeginKey } from "../begin-key";

/** Begins a visit to a demo: sets the session of a visitor with a merchant of their own, and the key of the first payment. */
export async function POST(request: Request): Promise<Response> {
  const form = await readForm(request);
  if (!form) return seeOther("/try?error=elsewhere");
  const key = newKey();
  await writeBeginKey(key);
  const play = visitPath(readScenario(fieldOf(form, "scenario")), key);
  // Who may play as they are keeps their session.
  const roles = (await getSession())?.user.memberships.map(({ role }) => role) ?? [];
  if (permittedPaths(roles).includes("developers.reference.send")) return seeOther(play);
  try {
    const begun = await beginVisit(publicCtx(request));
    if (begun.kind !== "begun") return seeOther(`/try?error=${begun.kind}`);
    await writeSession(begun.session);
    return seeOther(play);
  } catch (error) {
    return seeOther(pageAfter(error, { NOT_FOUND: "/" }));
  }
}
