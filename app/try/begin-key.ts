import { cookies } from "next/headers";
import { hostCookie } from "../host-cookie";

/** Shorter than the 24 hours for which an idempotency key is kept: a used key never creates a second payment. */
const BEGIN_TTL_S = 60 * 60;

/** The idempotency key of the payment that this browser began with a press. */
const beginCookie = () => hostCookie("bankside.begin", "/try");

/** Stores the key, so that an address with a key from elsewhere creates nothing. */
export async function writeBeginKey(key: string): Promise<void> {
  const { name, options } = beginCookie();
  (await cookies()).set(name, key, { ...options, maxAge: BEGIN_TTL_S });
}

/** The key of this browser; null: it began nothing within the hour. */
export async function readBeginKey(): Promise<string | null> {
  return (await cookies()).get(beginCookie().name)?.value ?? null;
}
