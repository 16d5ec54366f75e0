import type { Outputs } from "../../ui/queries";
export type Own = Outputs["me"]["get"];

/** The user's sign-in methods, and a recommendation for a safer one. */
export function formatSignInSummary({ passkeys, app, google }: Pick<Own, "passkeys" | "app" | "google">): string {
  const first = google ? "an e-mail code or Google" : "an e-mail code";
  const many = passkeys.length > 1 ? "your passkeys" : "your passkey";
  if (passkeys.length > 0 && app) return `You sign in with ${many}, or with ${first} and your app.`;
  if (app) return `You sign in with ${first} and your app. A passkey is faster and can’t be phished.`;
  if (passkeys.length > 0)
    return `You sign in with ${many}, or with ${first} only. Add a second factor to protect against mailbox access.`;
  return `You sign in with ${first} only. A passkey can’t be phished. Add a second factor to protect against mailbox access.`;
}

const FIRST: Record<string, string> = {
  code: "with an e-mail code",
  google: "with Google",
  passkey: "with a passkey",
};
const SECOND: Record<string, string> = { app: "and the app", recovery: "and a recovery code" };

/** The sign-in method of a session. */
export function formatSignInMethod(way: string): string {
  const [first = "", second] = way.split(" ");
  const begun = FIRST[first] ?? "with an unknown method";
  return second === undefined ? begun : `${begun} ${SECOND[second] ?? ""}`.trim();
}
