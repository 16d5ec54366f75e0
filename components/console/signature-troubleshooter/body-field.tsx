import { useId, useRef, useState } from "react";
import { Button } from "../../ui/button";
import { AreaField, BareInput } from "../../ui/fields";
import ui from "../../ui/ui.module.css";
import s from "./troubleshooter.module.css";

/** The field of a text that is pasted, and compared byte by byte. */
export const PASTED = { mono: true, spellCheck: false, autoCapitalize: "off", autoCorrect: "off" } as const;

type Body = string | Uint8Array<ArrayBuffer>;

/** The body, pasted or from a file: a text field changes line ends, a file keeps each byte. */
export function BodyField({ value, onChange }: { value: Body; onChange: (value: Body) => void }) {
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  const take = async (file: File | undefined) => {
    if (!file) return;
    setName(file.name);
    onChange(new Uint8Array(await file.arrayBuffer()));
  };
  const isFile = typeof value !== "string";
  const help = "Copying can change the body. A file with the raw bytes is exact.";
  return (
    <div className={s.body}>
      {isFile ? (
        <div className={ui.field}>
          <span className={ui.label}>Body</span>
          <p className={s.file}>
            <code>{name}</code> {value.length.toLocaleString("en-GB")} bytes
          </p>
        </div>
      ) : (
        <AreaField
          {...PASTED}
          id={id}
          label="Body"
          help={help}
          rows={9}
          value={value}
          placeholder='{"id":"evt_…","object":"event",…}'
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      <div className={ui.actions}>
        <Button slim onClick={() => picker.current?.click()}>
          {isFile ? "Choose another file" : "Choose file"}
        </Button>
        {isFile ? (
          <Button slim onClick={() => onChange("")}>
            Remove file
          </Button>
        ) : null}
        <BareInput
          ref={picker}
          className={ui.hidden}
          type="file"
          tabIndex={-1}
          aria-label="File with the body"
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            // The same file can be chosen again, after it was changed.
            event.currentTarget.value = "";
          }}
        />
      </div>
    </div>
  );
}
