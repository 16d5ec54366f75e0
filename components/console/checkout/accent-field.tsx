import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button } from "../../ui/button";
import { BareInput, Field, Input } from "../../ui/fields";
import { Status } from "../../ui/parts";
import { type Outputs, useConsole } from "../../ui/queries";
import { useSettled } from "../../ui/time/use-settled";
import ui from "../../ui/ui.module.css";
import { formatAccentAdvice } from "./accent-labels";
import s from "./checkout.module.css";
import { type Branding, hexOf, THEMES } from "./draft";

type Advice = Outputs["branding"]["advise"];

/** The initial value of the browser's colour picker without a saved colour: Bankside's own. */
const OURS = "#0d5c48";
const SETTLED_MS = 150;

type AccentProps = {
  value: string;
  saved: Branding;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** A colour, chosen with the browser's picker or typed as six digits, and how each theme shows it. */
export function AccentField({ value, saved, error, onChange }: AccentProps) {
  const hex = hexOf(value);
  const isUnread = value.trim() !== "" && hex === null;
  return (
    <>
      <Field
        id="accent"
        label="Colour"
        optional
        help="Colours the button and the chosen bank. Default: green."
        error={error ?? (isUnread ? "Enter a colour as six hex digits, e.g. #1a6b4f." : undefined)}
      >
        {(wiring) => (
          <span className={s.colour}>
            <BareInput
              type="color"
              aria-label="Colour picker"
              value={hex ?? OURS}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
            <Input
              {...wiring}
              autoComplete="off"
              spellCheck={false}
              maxLength={9}
              placeholder="Green"
              value={value}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
            {value === "" ? null : <Button onClick={() => onChange("")}>Use default</Button>}
          </span>
        )}
      </Field>
      {hex === null ? null : <AccentAdvice hex={hex} saved={saved} />}
    </>
  );
}

/** Fetched from the server, which renders the checkout by the same rule. */
function AccentAdvice({ hex, saved }: { hex: string; saved: Branding }) {
  const { trpc, merchantId } = useConsole();
  const accent = useSettled(hex, SETTLED_MS);
  const known = saved.accent === accent ? saved.advice : null;
  const asked = useQuery(
    trpc.branding.advise.queryOptions(
      { merchantId, accent },
      { enabled: known === null, placeholderData: keepPreviousData, staleTime: Number.POSITIVE_INFINITY },
    ),
  );
  const advice: Advice | undefined = known ?? asked.data;
  if (!advice) return asked.isError ? <p className={ui.help}>The contrast couldn’t be checked.</p> : null;
  return (
    <ul className={s.advice} aria-label="Contrast of the colour">
      {advice.map((one) => (
        <li key={one.theme}>
          <span className={s.surface} style={{ background: one.surface }} aria-hidden="true">
            <span style={{ background: one.shade.ground, color: one.shade.ink }}>Continue</span>
          </span>
          <span>
            <Status tone={one.kept ? "good" : "warn"} glyph={one.kept ? "done" : "warn"}>
              {THEMES[one.theme]}
            </Status>
            <small>{formatAccentAdvice(one)}</small>
          </span>
        </li>
      ))}
    </ul>
  );
}
