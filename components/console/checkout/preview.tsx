import { useEffect, useState } from "react";
import { LANGUAGES } from "../../checkout/languages/languages";
import { formatLanguage } from "../../ui/display-names";
import { Segments, Select } from "../../ui/fields";
import { PagePreview } from "../../ui/page-preview/page-preview";
import { useMerchantId } from "../../ui/queries";
import { useSettled } from "../../ui/time/use-settled";
import ui from "../../ui/ui.module.css";
import s from "./checkout.module.css";
import {
  type Branding,
  type Draft,
  type Look,
  previewAddress,
  STATES,
  THEMES,
  VIEWS,
  WIDTHS,
  windowWidth,
} from "./draft";

const SETTLED_MS = 250;
/** Heights before a page has loaded. A hosted page fills its window, so its initial height is low. */
const FIRST_HEIGHTS_PX = { frame: 900, hosted: 620 };
const FIRST_LOOK: Look = { view: "frame", width: "phone", theme: "light", state: "choosing", locale: "en" };
const LOCALES = Object.fromEntries(LANGUAGES.map((code) => [code, formatLanguage(code)]));

type PreviewProps = { branding: Branding; draft: Draft /** A data URL. */; chosen: string | null };

/** The checkout as customers will see it, with the unsaved changes: the real page, without function. */
export function Preview({ branding, draft, chosen }: PreviewProps) {
  const merchantId = useMerchantId();
  const [look, setLook] = useState(FIRST_LOOK);
  // The server does not know the browser's theme.
  useEffect(() => {
    if (window.matchMedia("(prefers-color-scheme: dark)").matches) setLook({ ...FIRST_LOOK, theme: "dark" });
  }, []);
  const settled = useSettled(draft, SETTLED_MS);
  const address = previewAddress(merchantId, look, settled, chosen ? "new" : "saved");
  // A save reloads the preview, even if its address is the same.
  const drawn = `${branding.version} ${branding.logo?.hash ?? ""}`;
  useEffect(() => putLogo(chosen), [chosen]);
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
        <PagePreview
          address={address}
          version={drawn}
          width={windowWidth(look)}
          firstHeight={FIRST_HEIGHTS_PX[look.view]}
          title="Your checkout"
          theme={look.theme}
          onLoad={() => putLogo(chosen)}
        />
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
