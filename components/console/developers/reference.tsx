"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { LinkButton } from "../../ui/button";
import { Select } from "../../ui/fields";
import { addressOf } from "../../ui/filter/filter-address";
import { Heading } from "../../ui/heading";
import { Icon } from "../../ui/icons";
import { Note } from "../../ui/parts";
import { shortPath } from "./calls-chips";
import type { FormValues, Operation } from "./form-values";
import { OperationView } from "./operation";
import s from "./reference.module.css";

const REFERENCE_PATH = "/console/reference";

type ReferenceProps = {
  operations: readonly Operation[];
  /** The one that is shown. */
  operation: Operation;
  values: FormValues;
  variant: number;
  /** The redacted values of the recorded request that fills the form; null: it is not filled from one. */
  leftOut: readonly string[] | null;
  baseUrl: string;
};

/** The API's operations, each with a form that sends it in this merchant's test mode. */
export function ReferencePage({ operations, operation, values, variant, leftOut, baseUrl }: ReferenceProps) {
  return (
    <>
      <Heading
        title="Reference"
        lead="Send any operation from here in test mode. Each request appears in Requests."
        action={
          <LinkButton document href="/docs">
            <Icon name="ext" />
            API documentation
          </LinkButton>
        }
      />
      <div className={s.page}>
        <Operations operations={operations} shown={operation.id} />
        <section aria-labelledby="operation-title">
          <header className={s.head}>
            <h2 id="operation-title">{operation.summary}</h2>
            <p>
              <b>{operation.method}</b> <code>{operation.path}</code>
            </p>
          </header>
          {leftOut === null ? null : (
            <Note tone="warn">
              This request is from the log. {leftOut.join(", ")} {leftOut.length === 1 ? "is" : "are"} redacted: fill in
              the missing values.
            </Note>
          )}
          <OperationView key={operation.id} operation={operation} baseUrl={baseUrl} values={values} variant={variant} />
        </section>
      </div>
    </>
  );
}

function hrefOf(operation: string): string {
  return addressOf(REFERENCE_PATH, { operation });
}

/** The operations by tag; on a phone, a select. */
function Operations({ operations, shown }: { operations: readonly Operation[]; shown: string }) {
  const router = useRouter();
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const of = (tag: string) => operations.filter((one) => one.tag === tag);
  return (
    <>
      <nav className={s.nav} aria-label="Operations">
        {tags.map((tag) => (
          <div key={tag}>
            <h2>{tag}</h2>
            <ul>
              {of(tag).map(({ id, method, path, summary }) => (
                <li key={id}>
                  <Link href={hrefOf(id)} aria-current={id === shown ? "page" : undefined} title={`${method} ${path}`}>
                    <small>{method}</small> <span>{summary}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <Select
        box={s.choose}
        aria-label="Operation"
        value={shown}
        onChange={(change) => router.push(hrefOf(change.target.value))}
      >
        {tags.map((tag) => (
          <optgroup key={tag} label={tag}>
            {of(tag).map(({ id, method, path }) => (
              <option key={id} value={id}>
                {method} {shortPath(path)}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </>
  );
}
