import { cookies } from "next/headers";
import { ZONE_COOKIE } from "@/components/ui/time/zone-cookie";
import { isTimeZone } from "@/server/lib/zone-days";

/** The time zone from the cookie that the browser's last visit set; null without one. */
export async function readZone(): Promise<string | null> {
  const name = (await cookies()).get(ZONE_COOKIE)?.value ?? "";
  return isTimeZone(name) ? name : null;
}
