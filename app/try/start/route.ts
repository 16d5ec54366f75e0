import { writeSession } from "@/app/console/session";
import { fieldOf, pageAfter, readForm, seeOther } from "@/app/sign-in/forms";
import { readScenario, tryItPath } from "@/components/console/try-it/simulation-request";
import { beginVisit } from "@/server/demo/visitors/begin-visit";
import { publicCtx } from "@/server/http/public-ctx";

/** Begins a visit to a demo: sets the session of a visitor with a merchant of their own. */
export async function POST(request: Request): Promise<Response> {
  const form = await readForm(request);
  if (!form) return seeOther("/try?error=elsewhere");
  try {
    const begun = await beginVisit(publicCtx(request));
    if (begun.kind !== "begun") return seeOther(`/try?error=${begun.kind}`);
    await writeSession(begun.session);
    return seeOther(tryItPath("/try", readScenario(fieldOf(form, "scenario"))));
  } catch (error) {
    return seeOther(pageAfter(error, { NOT_FOUND: "/" }));
  }
}
