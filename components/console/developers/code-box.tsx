"use client";

import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button";
import { CopyButton } from "../../ui/copy-button";
import { Pre } from "../../ui/parts";
import s from "./developers.module.css";

type Version = { name: string; text: string; drawn?: ReactNode };

/** Versions of one text: the chosen one is shown and copied. */
export function CodeBox({ label, versions, end }: { label: string; versions: readonly Version[]; end?: ReactNode }) {
  const [picked, setPicked] = useState(versions[0]?.name);
  const shown = versions.find(({ name }) => name === picked) ?? versions[0];
  if (!shown) return null;
  return (
    <div className={s.code}>
      <div className={s.codeHead}>
        {versions.length === 1 ? (
          <b>{shown.name}</b>
        ) : (
          <fieldset className={s.versions}>
            <legend>{label}</legend>
            {versions.map(({ name }) => (
              <Button look="plain" key={name} aria-pressed={name === shown.name} onClick={() => setPicked(name)}>
                {name}
              </Button>
            ))}
          </fieldset>
        )}
        {end ? <span>{end}</span> : null}
        <span className={s.copy}>
          <CopyButton text={shown.text} label={versions.length === 1 ? shown.name.toLowerCase() : shown.name} />
        </span>
      </div>
      {shown.drawn ?? <Pre>{shown.text}</Pre>}
    </div>
  );
}
