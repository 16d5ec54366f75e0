import type { ReactNode } from "react";

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
      {children}
    </svg>
  );
}

export const SearchIcon = () => (
  <Icon>
    <circle cx="7" cy="7" r="4.25" />
    <path d="m10.2 10.2 3.3 3.3" />
  </Icon>
);

export const ChevronIcon = () => (
  <Icon>
    <path d="m3.5 6 4.5 4.5L12.5 6" />
  </Icon>
);

export const GoIcon = () => (
  <Icon>
    <path d="M6 3.5 10.5 8 6 12.5" />
  </Icon>
);

export const LockIcon = () => (
  <Icon>
    <rect x="3" y="7" width="10" height="6.5" rx="1.5" />
    <path d="M5.25 7V5a2.75 2.75 0 0 1 5.5 0v2" />
  </Icon>
);

export const OpenIcon = () => (
  <Icon>
    <path d="M6.5 3.5h-3v9h9v-3M9.5 3.5h3v3M12.25 3.75 7.5 8.5" />
  </Icon>
);

/** The logo: two banks and the money between them. */
export const Brand = () => (
  <span className="brand">
    <Icon>
      <rect x="4.75" y=".75" width="6.5" height="4.5" rx="1.25" />
      <rect x="4.75" y="10.75" width="6.5" height="4.5" rx="1.25" fill="currentColor" />
      <path d="M8 7.25v1.5" />
    </Icon>
    Bankside
  </span>
);
