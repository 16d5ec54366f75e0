import type { ReactNode } from "react";

/** Preformatted text, which scrolls by keyboard too (WCAG 2.1.1). */
export function Pre({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <pre tabIndex={0}>{children}</pre>
  );
}
