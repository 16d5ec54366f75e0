import type { Own } from "./own-sign-in";

/** What stands between somebody's mail and their account, in a sentence, and what would be better. */
export function newsOf({ passkeys, app, google }: Pick<Own, "passkeys" | "app" | "google">): string {
  const first = google ? "a code by mail or Google" : "a code by mail";
  const many = passkeys.length > 1 ? "your passkeys" : "your passkey";
  if (passkeys.length > 0 && app) return `You come in with ${many}, or with ${first} and your app.`;
  if (app) return `You come in with ${first} and your app. A passkey would be faster, and does both at once.`;
  if (passkeys.length > 0)
    return `You come in with ${many}, or with ${first} alone: whoever reads your mail can do that too. A second step would stop them.`;
  return `You come in with ${first} alone. A passkey is faster, and a false page cannot get it from you; a second step keeps out whoever reads your mail.`;
}

const FIRST: Record<string, string> = {
  code: "by a code from the mail",
  google: "by Google",
  passkey: "by a passkey",
};
const SECOND: Record<string, string> = { app: "and the app", recovery: "and a recovery code" };

/** How a session was begun. */
export function wayWords(way: string): string {
  const [first = "", second] = way.split(" ");
  const begun = FIRST[first] ?? "by a way that this page does not know";
  return second === undefined ? begun : `${begun} ${SECOND[second] ?? ""}`.trim();
}
