"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Field, Status } from "../parts";
import { type Outputs, useMerchantId, useTRPC } from "../queries";
import ui from "../ui.module.css";
import { accentWords } from "./accent-words";
import s from "./checkout.module.css";
import { type Branding, hexOf, THEMES } from "./draft";
import { useSettled } from "./use-settled";

type Advice = Outputs["branding"]["advise"];

/** What the browser's own picker begins with where there is no colour: ours. */
const OURS = "#0d5c48";
const SETTLED_MS = 150;

type AccentProps = {
  value: string;
  saved: Branding;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** A colour, by the browser's picker or its six digits, and what becomes of it in either theme. */
export function AccentField({ value, saved, error, onChange }: AccentProps) {
  const hex = hexOf(value);
  const isUnread = value.trim() !== "" && hex === null;
  return (
    <>
      <Field
        id="accent"
        label="Colour"
        optional
        help="Of the button, and of the bank that is chosen. Left empty, it is our green."
        error={error ?? (isUnread ? "Not a colour yet: six digits from 0 to f, such as #1a6b4f." : undefined)}
      >
        {(wiring) => (
          <span className={s.colour}>
            <input
              type="color"
              aria-label="Colour picker"
              value={hex ?? OURS}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
            <span className={ui.input}>
              <input
                {...wiring}
                autoComplete="off"
                spellCheck={false}
                maxLength={9}
                placeholder="Our green"
                value={value}
                onChange={(event) => onChange(event.currentTarget.value)}
              />
            </span>
            {value === "" ? null : (
              <button className={ui.button} type="button" onClick={() => onChange("")}>
                Use our green
              </button>
            )}
          </span>
        )}
      </Field>
      {hex === null ? null : <AccentAdvice hex={hex} saved={saved} />}
    </>
  );
}

/** Asked of the server, which draws the pages by the same rule. */
function AccentAdvice({ hex, saved }: { hex: string; saved: Branding }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const accent = useSettled(hex, SETTLED_MS);
  const known = saved.accent === accent ? saved.advice : null;
  const asked = useQuery(
    trpc.branding.advise.queryOptions(
      { merchantId, accent },
      { enabled: known === null, placeholderData: keepPreviousData, staleTime: Number.POSITIVE_INFINITY },
    ),
  );
  const advice: Advice | undefined = known ?? asked.data;
  if (!advice) return asked.isError ? <p className={ui.help}>What becomes of it could not be looked up.</p> : null;
  return (
    <ul className={s.advice} aria-label="What becomes of the colour">
      {advice.map((one) => (
        <li key={one.theme}>
          <span className={s.surface} style={{ background: one.surface }} aria-hidden="true">
            <span style={{ background: one.shade.ground, color: one.shade.ink }}>Continue</span>
          </span>
          <span>
            <Status tone={one.kept ? "good" : "warn"} glyph={one.kept ? "done" : "warn"}>
              {THEMES[one.theme]}
            </Status>
            <small>{accentWords(one)}</small>
          </span>
        </li>
      ))}
    </ul>
  );
}
