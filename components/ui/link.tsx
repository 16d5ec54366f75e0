"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link within the Console. Its page is fetched ahead when it is pointed at, touched or focused; on sight, the links of the
 * navigation alone would send 24 requests.
 */
export function Link(props: Omit<ComponentProps<typeof NextLink>, "prefetch">) {
  const [isMeant, setMeant] = useState(false);
  const mean = () => setMeant(true);
  return <NextLink onPointerEnter={mean} onFocus={mean} {...props} prefetch={isMeant ? null : false} />;
}

/**
 * A ref of the open tab: scrolls a row of tabs that is wider than a phone to it. The page does not scroll, because Back
 * restores its position.
 */
export function showTab(tab: HTMLElement | null): void {
  const row = tab?.closest("nav");
  if (tab && row) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}
