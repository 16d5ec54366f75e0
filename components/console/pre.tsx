import type { ReactNode } from "react";

/** Text as it stands, which scrolls where it is wide: by the keyboard too (WCAG 2.1.1). */
export function Pre({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <pre tabIndex={0}>{children}</pre>
  );
}
