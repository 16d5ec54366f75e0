"use client";

import { useEffect, useState } from "react";
import { Button } from "./button";
import { Icon } from "./icons";
import s from "./ui.module.css";

const DONE_MS = 2_000;

/** Copies a text. `label` names it; `children`: the button's text instead of an icon. */
export function CopyButton({ text, label, children }: { text: string; label: string; children?: string }) {
  const [state, setState] = useState<"ready" | "done" | "failed">("ready");
  const done = state === "done";
  useEffect(() => {
    if (state === "ready") return;
    const timer = setTimeout(() => setState("ready"), DONE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      // Browsers give the clipboard to secure pages only.
      await navigator.clipboard.writeText(text);
      setState("done");
    } catch {
      setState("failed");
    }
  };
  return (
    <>
      <Button
        look="plain"
        className={children ? `${s.button} ${s.slim}` : s.copy}
        onClick={copy}
        aria-label={children ? undefined : `Copy ${label}`}
        title={children ? undefined : "Copy"}
        data-copy={children ? undefined : ""}
        data-done={done ? "" : undefined}
      >
        <Icon name={done ? "check" : state === "failed" ? "x" : "copy"} />
        {children}
      </Button>
      <span className={s.hidden} role="status">
        {done ? `Copied: ${label}` : state === "failed" ? "Copying failed. Select the text instead." : ""}
      </span>
    </>
  );
}

const BOTH_ENDS = /^(.{8}).{6,}(.{4})$/;

function cut(value: string, shown: number): string {
  if (value.length <= Math.abs(shown)) return value;
  return shown < 0 ? `…${value.slice(shown)}` : `${value.slice(0, shown)}…`;
}

type IdProps = { value: string; label: string; shown?: number | "ends" };

/** An ID, cut to fit, with its copy button. `shown`: the number of characters; negative: the last ones; or both ends. */
export function Id({ value, label, shown }: IdProps) {
  const text = typeof shown === "number" ? cut(value, shown) : shown ? value.replace(BOTH_ENDS, "$1…$2") : value;
  return (
    <span className={s.id}>
      <code title={value}>{text}</code>
      <CopyButton text={value} label={label} />
    </span>
  );
}
