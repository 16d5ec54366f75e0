"use client";

import { Input, Select, TextArea } from "../../ui/fields";
import { Field } from "../../ui/parts";
import { type FormValues, keyOf, type OperationField } from "./form-values";
import s from "./reference.module.css";

type FieldsProps = {
  fields: readonly OperationField[];
  values: FormValues;
  errors: Readonly<Record<string, string>>;
  onChange: (key: string, text: string) => void;
};

/** The fields of an operation: required ones first, optional ones folded. */
export function OperationFields(props: FieldsProps) {
  const { fields, values } = props;
  const needed = fields.filter(({ required }) => required);
  const others = fields.filter(({ required }) => !required);
  const isFilled = others.some((field) => (values[keyOf(field)] ?? "") !== "");
  return (
    <>
      {needed.map((field) => (
        <OneField key={keyOf(field)} field={field} {...props} />
      ))}
      {others.length > 0 ? (
        <details className={s.optional} open={needed.length === 0 || isFilled || undefined}>
          <summary>
            {needed.length === 0 ? "Optional" : "More"}: {others.length} {others.length === 1 ? "field" : "fields"}
          </summary>
          <div className={s.fields}>
            {others.map((field) => (
              <OneField key={keyOf(field)} field={field} {...props} />
            ))}
          </div>
        </details>
      ) : null}
    </>
  );
}

function OneField({ field, values, errors, onChange }: FieldsProps & { field: OperationField }) {
  const key = keyOf(field);
  const text = values[key] ?? "";
  return (
    <Field
      id={`op-${key.replaceAll(/[:.]/g, "-")}`}
      label={<code>{field.path.join(".")}</code>}
      optional={!field.required}
      help={helpOf(field)}
      error={errors[key]}
    >
      {(wiring) => <Control field={field} text={text} wiring={wiring} onChange={(next) => onChange(key, next)} />}
    </Field>
  );
}

type Wiring = { id: string; "aria-describedby"?: string; "aria-invalid"?: true };

function Control(props: { field: OperationField; text: string; wiring: Wiring; onChange: (text: string) => void }) {
  const { field, text, wiring, onChange } = props;
  const { kind, choices } = field;
  if (kind === "choice" || kind === "boolean") {
    return (
      <Select {...wiring} value={text} onChange={(change) => onChange(change.target.value)}>
        <option value="">not sent</option>
        {(kind === "boolean" ? ["true", "false"] : choices).map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </Select>
    );
  }
  if (kind === "json" || kind === "list") {
    return (
      <TextArea
        mono
        {...wiring}
        rows={3}
        value={text}
        spellCheck={false}
        onChange={(change) => onChange(change.target.value)}
      />
    );
  }
  return (
    <Input
      {...wiring}
      className={s.mono}
      value={text}
      inputMode={kind === "integer" ? "numeric" : undefined}
      autoComplete="off"
      spellCheck={false}
      onChange={(change) => onChange(change.target.value)}
    />
  );
}

/** The description of a field with its bounds. */
function helpOf({ description, kind, minimum, maximum, format }: OperationField): string | undefined {
  const bounds =
    minimum !== null && maximum !== null
      ? `${minimum} to ${maximum}.`
      : minimum !== null
        ? `At least ${minimum}.`
        : maximum !== null
          ? `At most ${maximum}.`
          : "";
  const hint = kind === "list" ? "One per line." : kind === "json" ? "As JSON." : format === "uuid" ? "A UUID." : "";
  return [description, bounds, hint].filter(Boolean).join(" ") || undefined;
}
