"use client";

import { usePathname, useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { Button } from "../../ui/button";
import { HiddenField } from "../../ui/fields";
import { Glyph } from "../../ui/icons";
import { Note, TestTag } from "../../ui/parts";
import { useMode } from "../../ui/queries";
import ui from "../../ui/ui.module.css";
import s from "./shell.module.css";

const MODES = [
  { mode: "live", name: "Live", glyph: "done" },
  { mode: "test", name: "Test", glyph: "half" },
] as const;

type ModeFormProps = { stays?: boolean; className?: string | undefined; children: ReactNode };

/**
 * A form, which works without script. It leads to the section: a payment's page is of one mode. `stays`: the page is of
 * the mode that the form switches to.
 */
function ModeForm({ stays = false, className, children }: ModeFormProps) {
  const path = usePathname();
  const search = useSearchParams().toString();
  const page = search === "" ? path : `${path}?${search}`;
  return (
    <form method="post" action="/console/mode" className={className}>
      <HiddenField name="to" value={stays ? page : path.split("/").slice(0, 3).join("/")} />
      {children}
    </form>
  );
}

/** Switches between live and test. Shown only with a live bank. */
export function ModeSwitch({ mode }: { mode: "live" | "test" }) {
  return (
    <ModeForm className={s.modes}>
      <fieldset className={ui.seg}>
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

/** Tags a payment, link or delivery of the other mode: an address, the search and the delivery log show both modes. */
export function OtherModeTag({ test }: { test: boolean }) {
  const isOther = test !== (useMode() === "test");
  return isOther ? <TestTag word={test ? "Test" : "Live"} /> : null;
}

/** The same as a note on its page or drawer, whose band describes the Console's mode. `what`: "payment". */
export function OtherModeNote({ what, test }: { what: string; test: boolean }) {
  const mode = test ? "test" : "live";
  const shown = useMode();
  if (mode === shown) return null;
  const action = (
    <ModeForm stays>
      <Button slim type="submit" name="mode" value={mode}>
        Switch to {mode}
      </Button>
    </ModeForm>
  );
  return (
    <Note tone="warn" action={action}>
      <b>
        This is a {mode} {what}.
      </b>{" "}
      {test ? "It moves no money." : "It moves money."} The Console is in {shown} mode.
    </Note>
  );
}
