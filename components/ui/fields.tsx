import { type ComponentProps, type FormEvent, type ReactNode, useId } from "react";
import { Glyph, Icon } from "./icons";
import ui from "./ui.module.css";

type FieldProps = {
  id: string;
  label: ReactNode;
  optional?: boolean | undefined;
  help?: ReactNode;
  error?: string | undefined;
};

/** A label, its field and its error. The field gets `id`, `aria-describedby` and `aria-invalid` from here. */
export function Field(props: {
  id: string;
  label: ReactNode;
  optional?: boolean;
  help: ReactNode;
  error: string | undefined;
  children: (wiring: { id: string; "aria-describedby"?: string; "aria-invalid"?: true }) => ReactNode;
}) {
  const { id, label, optional, help, error, children } = props;
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(" ");
  return (
    <div className={ui.field}>
      <label htmlFor={id}>
        {label}
        {optional ? <small>optional</small> : null}
      </label>
      {children({
        id,
        ...(describedBy ? { "aria-describedby": describedBy } : {}),
        ...(error ? { "aria-invalid": true as const } : {}),
      })}
      <FieldError id={id}>{error}</FieldError>
      {help ? (
        <p className={ui.help} id={`${id}-help`}>
          {help}
        </p>
      ) : null}
    </div>
  );
}

/** The error of the field with this id; nothing without one. */
function FieldError({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null;
  return (
    <p className={ui.error} id={`${id}-error`} role="alert">
      <Glyph name="fail" />
      {children}
    </p>
  );
}

type ChoicesProps = { id: string; legend: string; error?: string | undefined; children: ReactNode };

/** Checkboxes or radios under one name, with their error. */
export function Choices({ id, legend, error, children }: ChoicesProps) {
  return (
    <fieldset className={ui.choices} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{legend}</legend>
      {children}
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  );
}

type InputProps = ComponentProps<"input"> & {
  /** Within the field's border, before and after the text. */
  before?: ReactNode;
  after?: ReactNode;
  /** The class of the border's box. */
  box?: string | undefined;
};

type FormProps = Omit<ComponentProps<"form">, "onSubmit"> & { onSubmit: (form: FormData) => void };

/** A form that is sent by script. Unlike with an `action` of React, the fields keep what is typed. */
export function Form({ onSubmit, ...rest }: FormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return <form noValidate onSubmit={submit} {...rest} />;
}

/** A text input with its border. Alone it needs a name: `aria-label`, or a label around it. */
export function Input({ before, after, box, ...rest }: InputProps) {
  return (
    <span className={box ? `${ui.input} ${box}` : ui.input}>
      {before}
      <input {...rest} />
      {after}
    </span>
  );
}

/** The browser neither fills it in nor checks its spelling, unless `rest` says so. */
export function TextField({ id, label, optional, help, error, ...rest }: FieldProps & Omit<InputProps, "id">) {
  return (
    <Field {...fieldOf({ id, label, optional, help, error })}>
      {(wiring) => <Input {...wiring} autoComplete="off" spellCheck={false} {...rest} />}
    </Field>
  );
}

/** `mono`: for code. */
type AreaProps = Omit<ComponentProps<"textarea">, "className"> & { mono?: boolean };

function TextArea({ mono = false, ...rest }: AreaProps) {
  return <textarea className={mono ? `${ui.textarea} ${ui.mono}` : ui.textarea} {...rest} />;
}

export function AreaField(props: FieldProps & Omit<AreaProps, "id">) {
  const { id, label, optional, help, error, ...rest } = props;
  return (
    <Field {...fieldOf({ id, label, optional, help, error })}>{(wiring) => <TextArea {...wiring} {...rest} />}</Field>
  );
}

/** The browser's own select, with our border and caret: up to about ten options. */
export function Select({ box, ...rest }: ComponentProps<"select"> & { box?: string | undefined }) {
  return (
    <span className={box ? `${ui.input} ${box}` : ui.input}>
      <select {...rest} />
      <Icon name="down" />
    </span>
  );
}

export function SelectField(props: FieldProps & Omit<ComponentProps<typeof Select>, "id">) {
  const { id, label, optional, help, error, ...rest } = props;
  return (
    <Field {...fieldOf({ id, label, optional, help, error })}>{(wiring) => <Select {...wiring} {...rest} />}</Field>
  );
}

function fieldOf({ id, label, optional = false, help, error }: FieldProps) {
  return { id, label, optional, help, error };
}

type TickProps = Omit<ComponentProps<"input">, "type"> & { help?: ReactNode; children: ReactNode };

export function Checkbox({ help, children, ...rest }: TickProps) {
  return (
    <label className={ui.check}>
      <input type="checkbox" {...rest} />
      <TickWords help={help}>{children}</TickWords>
    </label>
  );
}

export function Radio({ help, children, ...rest }: TickProps) {
  return (
    <label className={ui.check}>
      <input type="radio" {...rest} />
      <TickWords help={help}>{children}</TickWords>
    </label>
  );
}

function TickWords({ help, children }: Pick<TickProps, "help" | "children">) {
  return (
    <span>
      {children}
      {help === undefined ? null : <small>{help}</small>}
    </span>
  );
}

/** A value that a form sends unseen, such as the token of a form that works without script. */
export function HiddenField({ name, value }: { name: string; value: string }) {
  return <input type="hidden" name={name} value={value} />;
}

/** An input whose look its page draws: the boxes of a code, a colour, a file. */
export function BareInput(props: ComponentProps<"input">) {
  return <input {...props} />;
}

type SegmentsProps<T extends string> = {
  /** Names the group. */
  legend: string;
  /** The legend is above the segments; else it is for screen readers. */
  legendShown?: boolean;
  options: Readonly<Record<T, string>>;
  /** Without a value the browser keeps the choice: the first one at the start. */
  value?: T;
  onChange?: (value: T) => void;
};

/** A choice of one among a few, each seen. It is no part of a form around it. */
export function Segments<T extends string>({
  legend,
  legendShown = false,
  options,
  value,
  onChange,
}: SegmentsProps<T>) {
  const name = useId();
  return (
    <fieldset className={ui.segments}>
      <legend className={legendShown ? undefined : ui.hidden}>{legend}</legend>
      <div>
        {(Object.keys(options) as T[]).map((option, index) => (
          <label key={option}>
            <input
              type="radio"
              form=""
              name={name}
              value={option}
              {...(value === undefined ? { defaultChecked: index === 0 } : { checked: option === value })}
              onChange={onChange && (() => onChange(option))}
            />
            <span>{options[option]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
