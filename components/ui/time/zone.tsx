"use client";

import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from "react";
import { keepCookie } from "../kept-cookie";
import ui from "../ui.module.css";
import { ZONE_COOKIE } from "./zone-cookie";

const Zone = createContext<string | null>(null);

const never = () => () => undefined;

function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

/** Gives the times on a page their zone: the browser's at the last visit, then its present one. */
export function ZoneProvider({ known, children }: { known: string | null; children: ReactNode }) {
  const [zone, setZone] = useState(known);
  useEffect(() => {
    const present = browserZone();
    if (present === zone) return;
    keepCookie(ZONE_COOKIE, present);
    setZone(present);
  }, [zone]);
  return <Zone value={zone}>{children}</Zone>;
}

/** The user's zone; `UTC` in the first view of a user whose zone the server does not know yet. */
export function useZone(): string {
  const known = use(Zone);
  const found = useSyncExternalStore(never, browserZone, () => "UTC");
  return known ?? found;
}

/** `Lisbon (UTC+0)`: the zone of the times on a page. */
export function formatZone(zone: string, at: Date): string {
  if (zone === "UTC") return "UTC";
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeZoneName: "shortOffset" }).formatToParts(at);
  const offset = (parts.find(({ type }) => type === "timeZoneName")?.value ?? "UTC").replace("GMT", "UTC");
  const city = zone.split("/").at(-1)?.replaceAll("_", " ") ?? zone;
  return `${city} (${offset === "UTC" ? "UTC+0" : offset})`;
}

/** Names the zone of all times on the page, once, under its title. */
export function ZoneLead() {
  const zone = useZone();
  return (
    <p className={ui.zone} title={zone}>
      Times in {formatZone(zone, new Date())}
    </p>
  );
}
