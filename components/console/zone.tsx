"use client";

import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from "react";
import { keepCookie } from "./kept-cookie";
import ui from "./ui.module.css";
import { ZONE_COOKIE } from "./zone-cookie";

const Zone = createContext<string | null>(null);

const never = () => () => undefined;

function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

/** Gives the times on a page their zone: what the browser said last time, and what it says now where that differs. */
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

/** The reader's zone; `UTC` in the first view of a reader whom the server does not know yet. */
export function useZone(): string {
  const known = use(Zone);
  const found = useSyncExternalStore(never, browserZone, () => "UTC");
  return known ?? found;
}

/** `UTC+1`, or `UTC`: how far a zone is from it at a moment. */
function offsetWords(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeZoneName: "shortOffset" }).formatToParts(at);
  return (parts.find(({ type }) => type === "timeZoneName")?.value ?? "UTC").replace("GMT", "UTC").replace(/\+0$/, "");
}

/** In some zones it is UTC for a part of the year. */
function placed(offset: string): string {
  return offset === "UTC" ? "where it is UTC now." : `${offset}. UTC stands behind each.`;
}

/** Names the zone of all times on the page, once. */
export function ZoneNote() {
  const zone = useZone();
  const city = zone.split("/").at(-1)?.replaceAll("_", " ") ?? zone;
  const offset = offsetWords(zone, new Date());
  const words = zone === "UTC" ? "Times are UTC." : `Times are those of ${city}, ${placed(offset)}`;
  return (
    <p className={ui.zone} title={zone}>
      {words}
    </p>
  );
}
