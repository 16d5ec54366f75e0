import { cookies } from "next/headers";
import { CODE_TTL_S, safeReturnPath } from "@/server/access/sign-in-rules";
import { env } from "@/server/lib/env";

const NAME = "bankside.challenge";
const PATH = "/sign-in";

/** What this browser has begun: the challenge, and where to go after it. In a cookie, so that no address carries it. */
export type Pending = { challengeId: string; to: string };

export async function writePending({ challengeId, to }: Pending): Promise<void> {
  const secure = env().baseUrl.startsWith("https://");
  const options = { httpOnly: true, sameSite: "lax", secure, path: PATH, maxAge: CODE_TTL_S } as const;
  (await cookies()).set(NAME, `${challengeId} ${to}`, options);
}

export async function readPending(): Promise<Pending | null> {
  const [challengeId, to] = ((await cookies()).get(NAME)?.value ?? "").split(" ");
  return challengeId ? { challengeId, to: safeReturnPath(to) } : null;
}

export async function forgetPending(): Promise<void> {
  (await cookies()).delete({ name: NAME, path: PATH });
}
