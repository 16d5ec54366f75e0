import { env } from "../../lib/config/env";
import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { countRecoveryCodes, findApp } from "../mfa/factor-store";
import { type ListedPasskey, listPasskeys } from "../mfa/passkey-store";
import { isTwoFactorRequired } from "../mfa/two-factor-store";
import { formatDevice, formatIpAddress } from "../users/device-labels";
import { listSessions, type SessionRow } from "./session-store";
import type { Session } from "./sessions";

/** One of the user's sessions, with labels. `here`: whether it is the session of this call. */
type OwnSession = Omit<SessionRow, "userAgent" | "ip"> & { here: boolean; device: string; place: string };

type OwnSignIn = {
  user: { name: string; email: string; roles: number };
  /** Whether Google is configured as a sign-in method. */
  google: boolean;
  passkeys: ListedPasskey[];
  /** Null: no authenticator app is set up. */
  app: { since: Date; recoveryCodes: number } | null;
  /**
   * `required`: by an organisation of the user or by the operator; `missing`: until it is set up, every other call is
   * refused.
   */
  twoFactor: { required: boolean; missing: boolean };
  sessions: OwnSession[];
};

/** The user's sign-in methods and sessions. */
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
      device: formatDevice(userAgent),
      place: formatIpAddress(ip),
    })),
  };
}
