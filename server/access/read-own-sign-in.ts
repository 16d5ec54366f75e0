import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { env } from "../lib/env";
import { deviceOf, placeOf } from "./device-words";
import { countRecoveryCodes, findApp } from "./factors/factor-store";
import { type ListedPasskey, listPasskeys } from "./factors/passkey-store";
import { listSessions } from "./session-store";
import type { Session } from "./sessions";
import { isTwoFactorRequired } from "./two-factor-store";

/** One of the person's sessions, in words. */
export type OwnSession = {
  id: string;
  /** Whether it is the one that asks. */
  here: boolean;
  device: string;
  place: string;
  /** How it was begun: `code`, `google`, `passkey`, with what came second: `code app`, `code recovery`. */
  way: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
};

export type OwnSignIn = {
  user: { name: string; email: string; roles: number };
  /** Whether Google is another way in here. */
  google: boolean;
  passkeys: ListedPasskey[];
  /** Null: no second step is set up. */
  app: { since: Date; recoveryCodes: number } | null;
  /** Required by an organisation of the person's, or by the operator; `missing`: nothing else can be done before it. */
  twoFactor: { required: boolean; missing: boolean };
  sessions: OwnSession[];
};

/** What the signed-in person comes in with, and where they are signed in. */
export async function readOwnSignIn(ctx: Ctx, session: Session): Promise<OwnSignIn> {
  const db = dbOf(ctx);
  const { id, email, name, memberships } = session.user;
  const app = await findApp(db, id);
  const rows = await listSessions(db, id);
  const { googleClientId, googleClientSecret } = env();
  return {
    user: { name, email, roles: memberships.length },
    google: googleClientId !== null && googleClientSecret !== null,
    passkeys: await listPasskeys(db, id),
    app: app?.confirmedAt ? { since: app.confirmedAt, recoveryCodes: await countRecoveryCodes(db, id) } : null,
    twoFactor: { required: await isTwoFactorRequired(db, id), missing: session.needsTwoFactor },
    sessions: rows.map(({ userAgent, ip, ...row }) => ({
      ...row,
      here: row.id === session.id,
      device: deviceOf(userAgent),
      place: placeOf(ip),
    })),
  };
}
