import { cookies } from "next/headers";
import { safeReturnPath } from "@/server/identity/sign-in/sign-in-rules";
import { fieldOf, readForm, seeOther } from "../../sign-in/forms";
import { modeCookie } from "../context";

/** Switches the pages between live and test mode; permissions stay the same. */
export async function POST(request: Request): Promise<Response> {
  const form = await readForm(request);
  if (!form) return seeOther("/console");
  const mode = fieldOf(form, "mode");
  if (mode === "live" || mode === "test") {
    const { name, options } = modeCookie();
    (await cookies()).set(name, mode, options);
  }
  return seeOther(safeReturnPath(fieldOf(form, "to")));
}
