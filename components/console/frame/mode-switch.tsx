"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Button } from "../../ui/button";
import { HiddenField } from "../../ui/fields";
import { Glyph } from "../../ui/icons";
import ui from "../../ui/ui.module.css";
import s from "./shell.module.css";

const MODES = [
  { mode: "live", name: "Live", glyph: "done" },
  { mode: "test", name: "Test", glyph: "half" },
] as const;

/** A form, which works without script. It leads to the section: a payment's page is of one mode. */
function ModeForm({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const section = usePathname().split("/").slice(0, 3).join("/");
  return (
    <form method="post" action="/console/mode" className={className}>
      <HiddenField name="to" value={section} />
      {children}
    </form>
  );
}

/** Switches between live and test. Shown only with a live bank. */
export function ModeSwitch({ mode }: { mode: "live" | "test" }) {
  return (
    <ModeForm className={s.modes}>
      <fieldset>
        <legend className={ui.hidden}>Mode</legend>
        {MODES.map((one) => (
          <Button
            look="plain"
            type="submit"
            key={one.mode}
            name="mode"
            value={one.mode}
            data-mode={one.mode}
            aria-pressed={one.mode === mode}
          >
            <Glyph name={one.glyph} />
            {one.name}
          </Button>
        ))}
      </fieldset>
    </ModeForm>
  );
}

/** The band of test mode. Live mode has none. */
export function TestBand({ hasLive }: { hasLive: boolean }) {
  return (
    <aside className={s.band} aria-label="Test mode">
      <b>
        <Glyph name="half" />
        Test mode
      </b>
      <span>
        No money moves.
        <span className={s.wide}>
          {" "}
          Banks are simulated, webhooks are real.{hasLive ? "" : " No live bank is connected."}
        </span>
      </span>
      {hasLive ? (
        <ModeForm>
          <Button look="plain" type="submit" name="mode" value="live">
            Switch to live
          </Button>
        </ModeForm>
      ) : null}
    </aside>
  );
}
