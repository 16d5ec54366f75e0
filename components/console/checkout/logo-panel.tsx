import { type ReactNode, type RefObject, useRef, useState } from "react";
import { lettersOf } from "../../checkout/banks/monogram";
import { Button } from "../../ui/button";
import { BareInput } from "../../ui/fields";
import { ConfirmButton } from "../../ui/layers/confirm-button";
import { Note } from "../../ui/parts";
import { useConsole } from "../../ui/queries";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import s from "./checkout.module.css";
import type { Branding } from "./draft";
import { LOGO_TYPES, smallLogo } from "./small-logo";

const UNCHANGED = "Nothing was changed.";

type Shown = {
  branding: Branding;
  /** The picture that is not saved yet, as a data URL. */
  chosen: string | null;
};
type LogoProps = Shown & { onChosen: (logo: string | null) => void };

/** The logo: choose, preview, save or remove. */
export function LogoPanel({ branding, chosen, onChosen }: LogoProps) {
  const { trpc, merchantId } = useConsole();
  const [trouble, setTrouble] = useState<string | null>(null);
  const [message, setMessage] = useState("");
  const panel = useRef<HTMLElement>(null);
  const { logo } = branding;
  const save = useAction(trpc.branding.setLogo, {
    unchanged: UNCHANGED,
    fields: ["logo"],
    changes: [trpc.branding.get.pathFilter()],
    onDone: () => {
      onChosen(null);
      setMessage("Logo saved");
      panel.current?.focus();
    },
  });
  const show = (words: string, failure: string | null = null) => {
    save.reset();
    setMessage(words);
    setTrouble(failure);
  };
  const choose = async (file: File) => {
    const made = await smallLogo(file);
    onChosen("trouble" in made ? null : made.url);
    if ("trouble" in made) show("", made.trouble);
    else show("Not saved yet. The preview shows it.");
  };
  const wrong = trouble ?? save.errors["logo"];
  const failure = wrong ? `${wrong} ${UNCHANGED}` : save.failure;
  return (
    <section className={ui.settings} ref={panel} tabIndex={-1} aria-label="Logo">
      {failure === null ? null : <Note tone="bad">{failure}</Note>}
      <ChooseLogo branding={branding} chosen={chosen} onFile={choose} />
      <LogoActions
        isChosen={chosen !== null}
        busy={save.busy}
        message={message}
        onSave={() => chosen && save.run({ merchantId, seen: logo?.hash ?? null, logo: chosen.replace(/^.*,/, "") })}
        onDiscard={() => {
          onChosen(null);
          show("");
          panel.current?.focus();
        }}
      >
        {logo ? (
          <RemoveLogo
            seen={logo.hash}
            letters={lettersOf(branding.brandName)}
            stayAt={panel}
            onDone={() => show("Removed.")}
          />
        ) : null}
      </LogoActions>
    </section>
  );
}

type ChooseProps = Shown & { onFile: (file: File) => void };

function ChooseLogo({ branding, chosen, onFile }: ChooseProps) {
  return (
    <div className={s.logo}>
      <LogoTile branding={branding} chosen={chosen} />
      <div>
        <FileField label={branding.logo ? "Choose another picture" : "Choose picture"} onFile={onFile} />
        <p className={ui.help}>
          PNG, JPEG, WebP or SVG, square, up to 20 MB. Your browser scales it down and puts it on white.
        </p>
      </div>
    </div>
  );
}

type ActionProps = {
  isChosen: boolean;
  busy: boolean;
  message: string;
  onSave: () => void;
  onDiscard: () => void;
  /** What can be done with the saved logo. */
  children: ReactNode;
};

function LogoActions({ isChosen, busy, message, onSave, onDiscard, children }: ActionProps) {
  return (
    <div className={ui.actions}>
      {isChosen ? (
        <>
          <Button look="primary" disabled={busy} onClick={onSave}>
            Save logo
          </Button>
          <Button onClick={onDiscard}>Discard</Button>
        </>
      ) : (
        children
      )}
      <span className={ui.muted} role="status">
        {message}
      </span>
    </div>
  );
}

/** The logo on a white background, or the monogram. */
function LogoTile({ branding, chosen }: Shown) {
  const shown = chosen ?? branding.logo?.path ?? null;
  return (
    <span className={s.tile} data-letters={shown === null ? "" : undefined}>
      {shown === null ? (
        lettersOf(branding.brandName)
      ) : (
        <img src={shown} alt={chosen ? "Chosen logo" : "Current logo"} width={64} height={64} />
      )}
    </span>
  );
}

function FileField({ label, onFile }: { label: string; onFile: (file: File) => void }) {
  return (
    <label className={`${ui.button} ${s.file}`}>
      {label}
      <BareInput
        type="file"
        accept={LOGO_TYPES}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) onFile(file);
          // Allows choosing the same file again after it was changed.
          currentTarget.value = "";
        }}
      />
    </label>
  );
}

type RemoveProps = { seen: string; letters: string; stayAt: RefObject<HTMLElement | null>; onDone: () => void };

function RemoveLogo({ seen, letters, stayAt, onDone }: RemoveProps) {
  const { trpc, merchantId } = useConsole();
  const remove = useAction(trpc.branding.removeLogo, {
    unchanged: UNCHANGED,
    changes: [trpc.branding.get.pathFilter()],
    onDone,
  });
  return (
    <ConfirmButton
      look="danger"
      label="Remove"
      title="Remove the logo?"
      action="Remove logo"
      stayAt={stayAt}
      act={remove}
      input={{ merchantId, seen }}
    >
      Customers see the letters {letters} instead, from the next page they open.
    </ConfirmButton>
  );
}
