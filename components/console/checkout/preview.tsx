"use client";

import { type SyntheticEvent, useEffect, useState, useSyncExternalStore } from "react";
import { LANGUAGES, languageName } from "../../checkout/languages/languages";
import { Segments, Select } from "../../ui/fields";
import ui from "../../ui/ui.module.css";
import { useMerchantId } from "../frame/queries";
import s from "./checkout.module.css";
import {
  type Branding,
  type ChosenLogo,
  type Draft,
  type Look,
  previewAddress,
  STATES,
  THEMES,
  VIEWS,
  WIDTHS,
  windowWidth,
} from "./draft";
import { useSettled } from "./use-settled";

const SETTLED_MS = 250;
/** Heights before a page has loaded. A hosted page fills its window, so its initial height is low. */
const FIRST_HEIGHTS_PX = { frame: 900, hosted: 620 };
const FIRST_LOOK: Look = { view: "frame", width: "phone", theme: "light", state: "choosing", locale: "en" };
const LOCALES = Object.fromEntries(LANGUAGES.map((code) => [code, languageName(code)]));

const never = () => () => undefined;

type PreviewProps = { branding: Branding; draft: Draft; chosen: ChosenLogo | null };

/** The checkout as customers will see it, with the unsaved changes: the real page, without function. */
export function Preview({ branding, draft, chosen }: PreviewProps) {
  const merchantId = useMerchantId();
  const [look, setLook] = useState(FIRST_LOOK);
  const settled = useSettled(draft, SETTLED_MS);
  const address = previewAddress(merchantId, look, settled, chosen ? "new" : "saved");
  // A save reloads the preview, even if its address is the same.
  const drawn = `${branding.version} ${branding.logo?.hash ?? ""}`;
  const set = <K extends keyof Look>(name: K) => {
    return (value: Look[K]) => setLook({ ...look, [name]: value });
  };
  return (
    <section className={s.preview} aria-label="Preview">
      <div className={s.controls}>
        <Segments legendShown legend="Theme" options={THEMES} value={look.theme} onChange={set("theme")} />
        <Segments legendShown legend="Width" options={WIDTHS} value={look.width} onChange={set("width")} />
        <Choice label="Where" options={VIEWS} value={look.view} onChange={set("view")} />
        <Choice label="Language" options={LOCALES} value={look.locale} onChange={set("locale")} />
        <Segments legendShown legend="State" options={STATES} value={look.state} onChange={set("state")} />
      </div>
      <div className={s.stage} data-theme={look.theme} data-view={look.view} role="img" aria-label={formatLook(look)}>
        <Pages address={address} drawn={drawn} look={look} logo={chosen?.url ?? null} />
      </div>
      <p className={ui.help}>The real checkout with an example payment. Includes unsaved changes.</p>
    </section>
  );
}

/** The preview's accessible name. */
function formatLook({ view, width, theme, state, locale }: Look): string {
  const words = [STATES[state], VIEWS[view], WIDTHS[width], THEMES[theme], LOCALES[locale] ?? locale];
  return `Your checkout. ${words.join(", ")}.`;
}

type Page = { key: string; address: string; width: number; height: number };

/** The shown page, and the next one hidden until it has loaded, so that typing causes no flicker. */
function Pages(props: { address: string; drawn: string; look: Look; logo: string | null }) {
  const { address, drawn, look, logo } = props;
  const width = windowWidth(look);
  const wanted: Page = { key: `${address} ${width} ${drawn}`, address, width, height: FIRST_HEIGHTS_PX[look.view] };
  const [shown, setShown] = useState(wanted);
  const [isDrawn, setDrawn] = useState(false);
  // The frame is added only in the browser: a server-rendered frame may load before its listener exists.
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  useEffect(() => putLogo(logo), [logo]);
  const show = (page: Page) => (event: SyntheticEvent<HTMLIFrameElement>) => {
    const drawnPage = event.currentTarget.contentDocument;
    putLogo(logo);
    // The frame is as high as its content, as with the loader in a shop.
    setShown({ ...page, height: drawnPage?.documentElement.scrollHeight ?? page.height });
    setDrawn(true);
  };
  const there = shown.key === wanted.key ? [shown] : [shown, wanted];
  const pages = inBrowser ? there : [];
  const size = { "--w": `${shown.width}px`, "--h": `${shown.height}px` } as React.CSSProperties;
  return (
    <div className={s.scaled} style={size} aria-busy={isDrawn ? undefined : true}>
      {isDrawn ? null : <span className={`${ui.skeleton} ${s.drawing}`} />}
      {pages.map((page, index) => (
        <iframe
          key={page.key}
          title={index === 0 ? "Your checkout" : "Your checkout, loading"}
          src={page.address}
          className={s.page}
          data-preview={index === 0 ? "shown" : "next"}
          inert
          style={{ width: page.width, height: page.height, colorScheme: look.theme }}
          onLoad={show(page)}
        />
      ))}
    </div>
  );
}

/** Inserts an unsaved logo into the previewed page, which is same-origin: the logo is not on the server yet. */
function putLogo(url: string | null): void {
  if (url === null) return;
  for (const frame of document.querySelectorAll<HTMLIFrameElement>("iframe[data-preview]")) {
    const pictures = frame.contentDocument?.querySelectorAll<HTMLElement>(".logo") ?? [];
    for (const picture of pictures) picture.style.backgroundImage = `url("${url}")`;
  }
}

type ChoiceProps<T extends string> = {
  options: Readonly<Record<T, string>>;
  value: T;
  onChange: (value: T) => void;
};

const keysOf = <T extends string>(options: Readonly<Record<T, string>>) => Object.keys(options) as T[];

function Choice<T extends string>({ label, options, value, onChange }: ChoiceProps<T> & { label: string }) {
  return (
    <label className={s.choice}>
      <span>{label}</span>
      <Select value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {keysOf(options).map((option) => (
          <option key={option} value={option}>
            {options[option]}
          </option>
        ))}
      </Select>
    </label>
  );
}
