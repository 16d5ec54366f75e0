import { cookies } from "next/headers";
import { safeReturnPath } from "@/server/access/sign-in-rules";
import { env } from "@/server/lib/env";
import { fieldOf, readForm, seeOther } from "../../sign-in/forms";
import { MODE_COOKIE } from "../context";

/** Chooses between live payments and tests: what is shown, and nothing that anybody may do. */
export async function POST(request: Request): Promise<Response> {
  const form = await readForm(request);
  if (!form) return seeOther("/console");
  const mode = fieldOf(form, "mode");
  if (mode === "live" || mode === "test") {
    const secure = env().baseUrl.startsWith("https://");
    (await cookies()).set(MODE_COOKIE, mode, { httpOnly: true, sameSite: "lax", secure, path: "/console" });
  }
  return seeOther(safeReturnPath(fieldOf(form, "to")));
}
