"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button, LinkButton } from "../../ui/button";
import { CodeBox } from "../../ui/code/code-box";
import { BareInput, TextField } from "../../ui/fields";
import { Note } from "../../ui/parts";
import ui from "../../ui/ui.module.css";
import { failureOf, useMay, useMerchantId, useTRPC } from "../frame/queries";
import { curlOfCall, typescriptOfCall } from "./call-code";
import { completeForm } from "./complete-call";
import { type FilledIn, type FormValues, filledIn, type Operation } from "./form-values";
import { OperationFields } from "./operation-fields";
import { Prose } from "./prose";
import s from "./reference.module.css";
import { SentAnswer } from "./repeat-call";

/** Not in the form: the Console's merchant is used. */
const OWN_MERCHANT = "merchant_id";

type OperationProps = {
  operation: Operation;
  baseUrl: string;
  /** The form's initial values. */
  values: FormValues;
  variant: number;
};

/** One operation: its description, a form of its parameters, the request as code, and its responses. */
export function OperationView({ operation, baseUrl, values: first, variant: firstVariant }: OperationProps) {
  const may = useMay();
  const [values, setValues] = useState(first);
  const [variant, setVariant] = useState(firstVariant);
  const [key, setKey] = useState("");
  const [checked, setChecked] = useState<FilledIn["errors"]>({});
  const { description, notSent, hasBody, variants } = operation;
  const fields = [...operation.parameters, ...(variants[variant]?.fields ?? [])].filter(
    ({ path }) => path.join(".") !== OWN_MERCHANT,
  );
  const filled = filledIn(fields, values, hasBody);
  const sending = useSend(operation, filled, key);
  const canSend = notSent === null && may("developers.reference.send");
  return (
    <div className={s.operation}>
      <form
        className={s.form}
        aria-label={operation.summary}
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(filled.errors);
          if (Object.keys(filled.errors).length === 0) sending.send();
        }}
      >
        {description ? <Prose text={description} /> : null}
        {notSent ? <NotSent operation={operation} why={notSent} /> : null}
        {variants.length > 1 ? <Variants operation={operation} picked={variant} onPick={setVariant} /> : null}
        {notSent ? null : (
          <OperationFields
            fields={fields}
            values={values}
            errors={checked}
            onChange={(name, text) => setValues({ ...values, [name]: text })}
          />
        )}
        {operation.idempotent && canSend ? <KeyField value={key} onChange={setKey} /> : null}
        {canSend ? (
          <div className={ui.actions}>
            <Button look="primary" type="submit" disabled={sending.isPending}>
              Send in test
            </Button>
            <span className={ui.muted} role="status">
              {sending.isPending ? "Sending …" : ""}
            </span>
          </div>
        ) : null}
        {notSent === null && !canSend ? (
          <p className={ui.muted}>Your role can read the reference. Developers can also send requests from here.</p>
        ) : null}
        {sending.error ? <Note tone="bad">{failureOf(sending.error).message}</Note> : null}
      </form>
      <div className={s.code}>
        <Code operation={operation} filled={filled} baseUrl={baseUrl} idempotencyKey={key} />
        {sending.answered ? <SentAnswer key={sending.answered.requestId} answered={sending.answered} /> : null}
        <Documented operation={operation} />
      </div>
    </div>
  );
}

function useSend(operation: Operation, filled: FilledIn, idempotencyKey: string) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const sending = useMutation(trpc.developers.reference.send.mutationOptions());
  const { params, query, body } = filled;
  const key = idempotencyKey.trim();
  return {
    isPending: sending.isPending,
    error: sending.error,
    answered: sending.data,
    send: () =>
      sending.mutate({
        ...{ merchantId, operation: operation.id, params, query },
        ...(body ? { body } : {}),
        ...(key ? { idempotencyKey: key } : {}),
      }),
  };
}

function NotSent({ operation, why }: { operation: Operation; why: string }) {
  return (
    <Note
      tone="warn"
      action={
        operation.tag === "Webhooks" ? (
          <LinkButton slim href="/console/webhooks">
            Webhooks
          </LinkButton>
        ) : null
      }
    >
      {why}
    </Note>
  );
}

function Variants(props: { operation: Operation; picked: number; onPick: (variant: number) => void }) {
  const { operation, picked, onPick } = props;
  return (
    <fieldset className={s.variants}>
      <legend>By</legend>
      {operation.variants.map(({ name }, index) => (
        <label key={name}>
          <BareInput type="radio" name="variant" checked={index === picked} onChange={() => onPick(index)} />
          <code>{name}</code>
        </label>
      ))}
    </fieldset>
  );
}

function KeyField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <TextField
      id="op-key"
      label={<code>Idempotency-Key</code>}
      optional
      help="Unique per order. Retrying with the same key returns the first response."
      className={s.mono}
      value={value}
      onChange={(change) => onChange(change.target.value)}
    />
  );
}

type CodeProps = { operation: Operation; filled: FilledIn; baseUrl: string; idempotencyKey: string };

/** The request of the form, as code. */
function Code({ operation, filled, baseUrl, idempotencyKey }: CodeProps) {
  const call = completeForm(operation, filled);
  const code = { baseUrl, operation, call, idempotencyKey: idempotencyKey.trim() || null };
  return (
    <CodeBox
      label="Copy the request as"
      versions={[
        { name: "curl", text: curlOfCall(code) },
        { name: "TypeScript", text: typescriptOfCall(code) },
      ]}
    />
  );
}

/** The documented response and errors. */
function Documented({ operation: { answer, errors } }: { operation: Operation }) {
  return (
    <>
      <details>
        <summary>Response {answer.status}</summary>
        <CodeBox label="Example" versions={[{ name: "Example", text: answer.body }]} />
      </details>
      <details>
        <summary>Errors ({errors.length})</summary>
        <ul className={s.errors}>
          {errors.map(({ code, status, message }) => (
            <li key={code}>
              <b>{status}</b> <code>{code}</code>
              <span>{message}</span>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
