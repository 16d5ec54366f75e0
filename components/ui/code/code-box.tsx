import { type ReactNode, useState } from "react";
import { Button } from "../button";
import { CopyButton } from "../copy-button";
import { Pre } from "../parts";
import ui from "../ui.module.css";
import s from "./code.module.css";

type FrameProps = {
  head: ReactNode;
  /** Beside the head, cut where there is no room. */
  note?: ReactNode;
  tools?: ReactNode;
  /** What is copied, and its name. */
  copy: { text: string; label: string } | undefined;
  children: ReactNode;
};

/** Preformatted text in a box, with its name and the button that copies it. */
export function CodeFrame({ head, note, tools, copy, children }: FrameProps) {
  return (
    <div className={s.code}>
      <div className={s.head}>
        {head}
        <span className={`${ui.cut} ${s.note}`}>{note}</span>
        {tools}
        {copy ? <CopyButton {...copy} /> : null}
      </div>
      {children}
    </div>
  );
}

type Choice = { label: string; options: readonly string[]; picked: string; onPick: (option: string) => void };

/** Which version of a text is shown. */
export function Versions({ label, options, picked, onPick }: Choice) {
  return (
    <fieldset className={`${ui.seg} ${s.versions}`}>
      <legend className={ui.hidden}>{label}</legend>
      {options.map((option) => (
        <Button look="plain" key={option} aria-pressed={option === picked} onClick={() => onPick(option)}>
          {option}
        </Button>
      ))}
    </fieldset>
  );
}

type Version = { name: string; text: string; drawn?: ReactNode };

/** Versions of one text: the chosen one is shown and copied. */
export function CodeBox({ label, versions, end }: { label: string; versions: readonly Version[]; end?: ReactNode }) {
  const [picked, setPicked] = useState(versions[0]?.name);
  const shown = versions.find(({ name }) => name === picked) ?? versions[0];
  if (!shown) return null;
  const isOnly = versions.length === 1;
  const names = versions.map(({ name }) => name);
  return (
    <CodeFrame
      head={
        isOnly ? <b>{shown.name}</b> : <Versions label={label} options={names} picked={shown.name} onPick={setPicked} />
      }
      note={end}
      copy={{ text: shown.text, label: isOnly ? shown.name.toLowerCase() : shown.name }}
    >
      {shown.drawn ?? <Pre>{shown.text}</Pre>}
    </CodeFrame>
  );
}
