import type { ReactNode } from "react";

/** Icons, 16 by 16, in the colour of the text. */
const ICONS = {
  payments: <path d="M2.5 5.25h10M10 2.75l2.5 2.5-2.5 2.5M13.5 10.75h-10M6 8.25l-2.5 2.5 2.5 2.5" />,
  link: (
    <path d="M6.6 9.4a2.6 2.6 0 0 0 3.7 0l2.1-2.1a2.6 2.6 0 0 0-3.7-3.7l-.8.8M9.4 6.6a2.6 2.6 0 0 0-3.7 0L3.6 8.7a2.6 2.6 0 0 0 3.7 3.7l.8-.8" />
  ),
  balances: (
    <>
      <rect x="2.25" y="3.75" width="11.5" height="9" rx="1.75" />
      <path d="M9.75 8.25h4M2.5 6.25h11" />
    </>
  ),
  webhook: (
    <>
      <circle cx="8" cy="3.5" r="1.5" />
      <circle cx="3.5" cy="12" r="1.5" />
      <circle cx="12.5" cy="12" r="1.5" />
      <path d="M8 5v3M8 8 4.4 10.8M8 8l3.6 2.8" />
    </>
  ),
  key: (
    <>
      <circle cx="5.25" cy="10.75" r="2.75" />
      <path d="M7.2 8.8 13 3M10.6 5.4l1.9 1.9" />
    </>
  ),
  passkey: (
    <>
      <circle cx="6" cy="5" r="2.25" />
      <path d="M2 13c.3-2.4 1.8-3.75 4-3.75.6 0 1.1.1 1.6.3" />
      <circle cx="11.5" cy="8" r="1.75" />
      <path d="M11.5 9.75v4l1.25-1-1-1 1-.9" />
    </>
  ),
  copy: (
    <>
      <rect x="5.75" y="5.75" width="7.75" height="7.75" rx="1.5" />
      <path d="M10.25 3.5A1 1 0 0 0 9.25 2.5H3.5a1 1 0 0 0-1 1v5.75a1 1 0 0 0 1 1" />
    </>
  ),
  columns: <path d="M2.5 3h11v10h-11zM6.25 3v10M9.75 3v10" />,
  x: <path d="m4.25 4.25 7.5 7.5M11.75 4.25l-7.5 7.5" />,
  down: <path d="M4.5 6.5 8 10l3.5-3.5" />,
  up: <path d="M4.5 9.5 8 6l3.5 3.5" />,
  mail: (
    <>
      <rect x="2.25" y="3.75" width="11.5" height="8.5" rx="1.5" />
      <path d="m2.75 4.75 5.25 4 5.25-4" />
    </>
  ),
  dots: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2" />,
  edit: <path d="m9.75 4.25 2 2M3 13l.6-2.6 7.3-7.3a1.4 1.4 0 0 1 2 2l-7.3 7.3z" />,
  halt: <path d="M5.5 3.5v9M10.5 3.5v9" />,
  updown: <path d="M5 6.25 8 3.25l3 3M5 9.75l3 3 3-3" />,
  bank: <path d="M2.5 13.5h11M4 11.25V7.5M8 11.25V7.5M12 11.25V7.5M2.5 5.5 8 2.5l5.5 3z" />,
  phone: (
    <>
      <rect x="4.5" y="2" width="7" height="12" rx="1.5" />
      <path d="M7.25 11.75h1.5" />
    </>
  ),
  check: <path d="m3.25 8.5 3.25 3.25 6.25-7.25" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 5v3.25l2 1.25" />
    </>
  ),
  refresh: <path d="M13.25 8A5.25 5.25 0 1 1 11.6 4.2M13.25 2.5v2.75H10.5" />,
  menu: <path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />,
  arrow: <path d="M3 8h9.5M8.75 4.25 12.5 8l-3.75 3.75" />,
  returned: <path d="M6 4 3 7l3 3M3.25 7H10a3 3 0 0 1 0 6H7.5" />,
  server: (
    <>
      <rect x="2.5" y="3" width="11" height="4.25" rx="1.25" />
      <rect x="2.5" y="8.75" width="11" height="4.25" rx="1.25" />
      <path d="M5 5.1h.01M5 10.9h.01" />
    </>
  ),
  ext: <path d="M6.5 3.5h-3v9h9v-3M9.25 2.75h4v4M13 3 7.5 8.5" />,
  save: <path d="M8 2.75v7M5 7.25l3 3 3-3M3 12.75h10" />,
  leave: <path d="M6.5 2.75h-3v10.5h3M7 8h6.5M10.75 5.25 13.5 8l-2.75 2.75" />,
  play: <path d="M5.25 3.5v9l7-4.5z" />,
  overview: <path d="M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6" />,
  log: <path d="M3 4.25 6 7.25l-3 3M7.75 11.5H13" />,
  book: (
    <path d="M8 4.3C6.7 3.3 4.9 3 2.5 3v9c2.4 0 4.2.3 5.5 1.3 1.3-1 3.1-1.3 5.5-1.3V3C11.1 3 9.3 3.3 8 4.3zM8 4.3v9" />
  ),
  events: <path d="M8.75 2.25 3.75 9H8l-.75 4.75 5-6.75H8z" />,
  flag: <path d="M3.75 13.75V2.75M3.75 3.5c2.7-1.4 5.5 1.5 8.5 0v5.5c-3 1.5-5.8-1.4-8.5 0" />,
  team: (
    <>
      <circle cx="6" cy="5.25" r="2.25" />
      <path d="M2 13c.3-2.3 1.9-3.5 4-3.5s3.7 1.2 4 3.5M10.6 3.2a2.25 2.25 0 0 1 0 4.1M11.8 9.8c1.3.5 2 1.6 2.2 3.2" />
    </>
  ),
  audit: <path d="M3.5 2.5h9v11h-9zM6 5.5h4M6 8h4M6 10.5h2.25" />,
  sliders: (
    <>
      <path d="M2.5 5h5.75M11.75 5h1.75M2.5 11h1.75M7.75 11h5.75" />
      <circle cx="10" cy="5" r="1.75" />
      <circle cx="6" cy="11" r="1.75" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4.25" />
      <path d="m10.25 10.25 3.25 3.25" />
    </>
  ),
  left: <path d="M9.5 4.5 6 8l3.5 3.5" />,
  right: <path d="M6.5 4.5 10 8l-3.5 3.5" />,
  user: (
    <>
      <circle cx="8" cy="5.25" r="2.5" />
      <path d="M3 13.5c.4-2.7 2.3-4.25 5-4.25s4.6 1.55 5 4.25" />
    </>
  ),
} as const satisfies Record<string, ReactNode>;

/** Glyphs, 10 by 10: each status has a shape and a colour. */
const GLYPHS = {
  done: <circle cx="5" cy="5" r="4" fill="currentColor" />,
  open: <circle cx="5" cy="5" r="3.35" fill="none" stroke="currentColor" strokeWidth="1.4" />,
  half: (
    <>
      <circle cx="5" cy="5" r="3.35" fill="none" stroke="currentColor" strokeWidth="1.4" />
      <path d="M5 1.65a3.35 3.35 0 0 1 0 6.7z" fill="currentColor" />
    </>
  ),
  fail: (
    <path
      d="m1.75 1.75 6.5 6.5M8.25 1.75l-6.5 6.5"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      fill="none"
    />
  ),
  stop: <path d="M1.25 5h7.5" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round" fill="none" />,
  late: (
    <circle cx="5" cy="5" r="3.35" fill="none" stroke="currentColor" strokeWidth="1.4" strokeDasharray="2.1 1.41" />
  ),
  warn: <path d="M5 1.1 9.3 8.9H.7z" fill="currentColor" />,
  pause: <path d="M3 1.75v6.5M7 1.75v6.5" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round" fill="none" />,
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof ICONS;
export type GlyphName = keyof typeof GLYPHS;

/** A decorative icon. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.35"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {ICONS[name]}
    </svg>
  );
}

export function Glyph({ name }: { name: GlyphName }) {
  return (
    <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
      {GLYPHS[name]}
    </svg>
  );
}

/** Bankside's logo: a river bank. */
export function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <rect width="20" height="20" rx="4.5" fill="var(--accent)" />
      <g stroke="var(--accent-ink)" strokeWidth="1.6" strokeLinecap="round" fill="none">
        <path d="M4.5 6.75h11" />
        <path d="M4.5 10.25c1.4-1.15 2.7-1.15 3.9 0s2.5 1.15 3.7 0 2.3-1.15 3.4 0" />
        <path d="M4.5 13.75c1.4-1.15 2.7-1.15 3.9 0s2.5 1.15 3.7 0 2.3-1.15 3.4 0" />
      </g>
    </svg>
  );
}
