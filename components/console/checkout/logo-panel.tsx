"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { lettersOf } from "../../checkout/monogram";
import { ConfirmDialog } from "../confirm-dialog";
import { failureWords } from "../failure-words";
import { Note } from "../parts";
import { failureOf, useMerchantId, useTRPC } from "../queries";
import ui from "../ui.module.css";
import s from "./checkout.module.css";
import type { Branding, ChosenLogo } from "./draft";
import { sendLogo } from "./send-logo";
import { LOGO_TYPES, smallLogo } from "./small-logo";

const UNCHANGED = "Nothing was changed.";

type LogoProps = { branding: Branding; chosen: ChosenLogo | null; onChosen: (logo: ChosenLogo | null) => void };

/** The logo: chosen, looked at, and only then saved; or taken away. */
export function LogoPanel({ branding, chosen, onChosen }: LogoProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const [trouble, setTrouble] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const [removing, setRemoving] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const refresh = () => queries.invalidateQueries(trpc.branding.get.pathFilter());
  const { logo } = branding;
  const say = (words: string, failure: string | null = null) => {
    setSaid(words);
    setTrouble(failure);
  };
  const choose = async (file: File) => {
    const made = await smallLogo(file);
    onChosen("trouble" in made ? null : made);
    if ("trouble" in made) say("", `${made.trouble} ${UNCHANGED}`);
    else say("Not saved yet: the preview shows it.");
  };
  const save = useMutation({
    mutationFn: (picture: ChosenLogo) => sendLogo(merchantId, logo?.hash ?? null, picture.blob),
    onSuccess: async (sent) => {
      if (!("hash" in sent)) {
        if (sent.isOld) await refresh();
        return say("", failureWords(sent, sent.isOld ? `${UNCHANGED} This is the present one.` : UNCHANGED));
      }
      await refresh();
      onChosen(null);
      say("Saved. New pages show it at once.");
      panel.current?.focus();
    },
  });
  return (
    <section className={s.form} ref={panel} tabIndex={-1} aria-label="Logo">
      {trouble === null ? null : <Note tone="bad">{trouble}</Note>}
      <ChooseLogo branding={branding} chosen={chosen} onFile={choose} />
      <LogoActions
        hasLogo={logo !== null}
        isChosen={chosen !== null}
        busy={save.isPending}
        said={said}
        onSave={() => chosen && save.mutate(chosen)}
        onDiscard={() => {
          onChosen(null);
          say("");
          panel.current?.focus();
        }}
        onRemove={() => setRemoving(true)}
      />
      {removing && logo ? (
        <RemoveLogo
          seen={logo.hash}
          letters={lettersOf(branding.brandName)}
          stayAt={panel}
          onClose={() => setRemoving(false)}
          onDone={async () => {
            await refresh();
            say("Removed.");
          }}
        />
      ) : null}
    </section>
  );
}

type ChooseProps = { branding: Branding; chosen: ChosenLogo | null; onFile: (file: File) => void };

function ChooseLogo({ branding, chosen, onFile }: ChooseProps) {
  return (
    <div className={s.logo}>
      <LogoTile branding={branding} chosen={chosen} />
      <div>
        <FileField label={branding.logo ? "Choose another picture" : "Choose a picture"} onFile={onFile} />
        <p className={ui.help}>
          PNG, JPEG, WebP or SVG; square looks best. This browser makes it small, and puts it on white.
        </p>
      </div>
    </div>
  );
}

type ActionProps = {
  hasLogo: boolean;
  isChosen: boolean;
  busy: boolean;
  said: string;
  onSave: () => void;
  onDiscard: () => void;
  onRemove: () => void;
};

function LogoActions({ hasLogo, isChosen, busy, said, onSave, onDiscard, onRemove }: ActionProps) {
  return (
    <div className={ui.actions}>
      {isChosen ? (
        <>
          <button className={`${ui.button} ${ui.primary}`} type="button" disabled={busy} onClick={onSave}>
            Save the logo
          </button>
          <button className={ui.button} type="button" onClick={onDiscard}>
            Discard
          </button>
        </>
      ) : hasLogo ? (
        <button className={`${ui.button} ${ui.danger}`} type="button" onClick={onRemove}>
          Remove
        </button>
      ) : null}
      <span className={ui.muted} role="status">
        {said}
      </span>
    </div>
  );
}

/** As it stands on white in either theme, or the letters in its place. */
function LogoTile({ branding, chosen }: { branding: Branding; chosen: ChosenLogo | null }) {
  const shown = chosen?.url ?? branding.logo?.path ?? null;
  return (
    <span className={s.tile} data-letters={shown === null ? "" : undefined}>
      {shown === null ? (
        lettersOf(branding.brandName)
      ) : (
        <img src={shown} alt={chosen ? "The logo that was chosen" : "The present logo"} width={64} height={64} />
      )}
    </span>
  );
}

function FileField({ label, onFile }: { label: string; onFile: (file: File) => void }) {
  return (
    <label className={`${ui.button} ${s.file}`}>
      {label}
      <input
        type="file"
        accept={LOGO_TYPES}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) onFile(file);
          // The same file, changed meanwhile, can be chosen again.
          currentTarget.value = "";
        }}
      />
    </label>
  );
}

type RemoveProps = {
  seen: string;
  letters: string;
  stayAt: React.RefObject<HTMLElement | null>;
  onClose: () => void;
  onDone: () => Promise<void>;
};

function RemoveLogo({ seen, letters, stayAt, onClose, onDone }: RemoveProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const remove = useMutation(
    trpc.branding.removeLogo.mutationOptions({
      onSuccess: async () => {
        await onDone();
        onClose();
      },
    }),
  );
  const failure = remove.error ? failureOf(remove.error) : null;
  return (
    <ConfirmDialog
      title="Remove the logo?"
      action="Remove it"
      stayAt={stayAt}
      busy={remove.isPending}
      error={failure && failureWords(failure, UNCHANGED)}
      onConfirm={() => remove.mutate({ merchantId, seen })}
      onCancel={onClose}
    >
      Shoppers see the letters {letters} in its place, on the next page that they open.
    </ConfirmDialog>
  );
}
