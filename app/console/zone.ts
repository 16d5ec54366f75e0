import { cookies } from "next/headers";
import { ZONE_COOKIE } from "@/components/console/zone-cookie";
import { isTimeZone } from "@/server/lib/zone-days";

/** The zone that the reader's browser named the last time it was here; null for one that never did. */
export async function readZone(): Promise<string | null> {
  const name = (await cookies()).get(ZONE_COOKIE)?.value ?? "";
  return isTimeZone(name) ? name : null;
}
