import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";

/** How far a key moves. */
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

type ToolbarProps = { id?: string; label: string; className: string | undefined; children: ReactNode };

/** Buttons and links as one stop of Tab: arrow keys, Home and End move between them (WAI-ARIA, toolbar). */
export function Toolbar({ id, label, className, children }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const stops = () => [...(bar.current?.querySelectorAll<HTMLElement>("button, a") ?? [])];
  /** The one that Tab reaches: the focused one, the last one that had the focus, the current one, or the first. */
  const keepOneStop = (focused?: HTMLElement) => {
    const all = stops();
    const before = all.filter((stop) => stop.tabIndex === 0);
    const kept = focused ?? before.find((stop) => stop.ariaCurrent !== null) ?? before[0] ?? all[0];
    for (const stop of all) stop.tabIndex = stop === kept ? 0 : -1;
  };
  // Chips come and go with the filter.
  useEffect(() => keepOneStop());
  const move = (event: KeyboardEvent) => {
    const all = stops();
    const at = all.indexOf(event.target as HTMLElement);
    const step = STEPS[event.key];
    const next = step ? all.at((at + step) % all.length) : { Home: all[0], End: all.at(-1) }[event.key];
    if (at === -1 || !next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div
      ref={bar}
      id={id}
      role="toolbar"
      className={className}
      aria-label={label}
      onKeyDown={move}
      onFocus={({ target }) => stops().includes(target) && keepOneStop(target)}
    >
      {children}
    </div>
  );
}
