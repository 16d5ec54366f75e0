"use client";

import { Button } from "../../ui/button";
import { Fact } from "../../ui/fact";
import { Crumbs, Heading, Section } from "../../ui/heading";
import { ConfirmButton } from "../../ui/layers/confirm-button";
import { useOpenLayer } from "../../ui/layers/open-layer";
import { Note, StatusOf, TestTag } from "../../ui/parts";
import { type Outputs, useMay, useServedQuery, useTRPC } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import s from "../frame/operator.module.css";
import { useOperatorAction } from "../frame/use-operator-action";
import { Certificates } from "./certificates";
import { ConnectionDrawer } from "./connection-drawer";
import {
  formatConnectionStatus,
  formatEnabled,
  formatHealth,
  formatStandard,
  formatTestResult,
} from "./connection-labels";

type Connection = Outputs["platform"]["connections"]["get"];

const REFRESH_MS = 5_000;
const UNCHANGED = "Nothing was changed.";

type ConnectionPageProps = {
  first: Connection;
  /** The connection's text, for users who may read it. */
  written: string | null;
};

/** One connection: its status, its bank's health, its certificates, and its actions. */
export function ConnectionPage({ first, written }: ConnectionPageProps) {
  const trpc = useTRPC();
  const may = useMay();
  const { open, show, close } = useOpenLayer("edit");
  const { id } = first;
  const query = useServedQuery(trpc.platform.connections.get, { id }, first, REFRESH_MS);
  const connection = query.data;
  const editable = may("platform.connections.put") ? written : null;
  return (
    <>
      <Crumbs href="/operator/banks" name="Banks" here={id} />
      <Heading
        title={id}
        lead={formatConnectionStatus(connection)}
        action={
          <div className={ui.actions}>
            {editable === null ? null : <Button onClick={() => show("edit")}>Edit</Button>}
            {may("platform.connections.switch") ? <SwitchConnection connection={connection} /> : null}
          </div>
        }
      />
      <QueryFailure what="The connection" query={query} />
      {connection.faults.length > 0 ? (
        <Note tone="bad">
          <ul className={s.faults}>
            {connection.faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </Note>
      ) : null}
      {may("platform.connections.test") ? <TestCall id={id} /> : null}
      <Section title="Details" />
      <Facts connection={connection} />
      {open && editable !== null ? (
        <ConnectionDrawer before={{ id, text: editable }} onClose={close} onKept={close} />
      ) : null}
    </>
  );
}

function Facts({ connection }: { connection: Connection }) {
  const { environment, connector, banks, enabled, failures, lastKind, openSince, openUntil, certificates } = connection;
  return (
    <dl className={ui.facts}>
      <Fact name="Status">
        <StatusOf label={formatEnabled(enabled)} />
      </Fact>
      <Fact name="Health">
        <StatusOf label={formatHealth(connection)} />
        {failures > 0 ? (
          <small>
            {failures === 1 ? "1 failed call" : `${failures} failed calls in a row`}
            {lastKind ? `, last: ${lastKind}` : ""}
          </small>
        ) : null}
      </Fact>
      {openSince ? (
        <Fact name="Circuit">
          open since <Time at={openSince} as="exact" />
          {openUntil ? (
            <small>
              No new payments before <Time at={openUntil} as="seconds" />. A status fetch may close it earlier.
            </small>
          ) : null}
        </Fact>
      ) : (
        <Fact name="Circuit">closed: calls go to the bank</Fact>
      )}
      <Fact name="Mode">{environment === "live" ? "live payments" : <TestTag word="Test payments" />}</Fact>
      <Fact name="Standard">{formatStandard(connector)}</Fact>
      <Fact name="Banks">{banks.length > 0 ? banks.join(", ") : "none, accounts only"}</Fact>
      <Fact name="Certificates">
        <Certificates certificates={certificates} />
      </Fact>
    </dl>
  );
}

function TestCall({ id }: { id: string }) {
  const trpc = useTRPC();
  const test = useOperatorAction(trpc.platform.connections.test, {
    unchanged: "The audit log shows whether the bank was called.",
  });
  const words = test.output ? formatTestResult(test.output) : null;
  return (
    <>
      <Section title="Connection test" first>
        <Button slim disabled={test.busy} onClick={() => test.run({ id })}>
          {test.busy ? "Testing" : "Test connection"}
        </Button>
      </Section>
      <div aria-live="polite">
        {test.failure ? <Note tone="bad">{test.failure}</Note> : null}
        {words ? (
          <p className={s.text}>
            <StatusOf label={words} />
            <br />
            {words.text}
            {test.output?.detail ? (
              <>
                <br />
                <code>{test.output.detail}</code>
              </>
            ) : null}
          </p>
        ) : (
          <p className={s.text}>
            Sends one call that moves no money and checks the certificate, the token and the signature. Works before the
            connection is enabled.
          </p>
        )}
      </div>
    </>
  );
}

/** Enables or disables a connection, after a confirmation. */
function SwitchConnection({ connection: { id, environment, enabled } }: { connection: Connection }) {
  const trpc = useTRPC();
  const verb = enabled ? "Disable" : "Enable";
  const act = useOperatorAction(trpc.platform.connections.switch, { unchanged: UNCHANGED });
  const why = Object.values(act.errors);
  return (
    <ConfirmButton
      label={verb}
      look={enabled ? "danger" : "primary"}
      title={`${verb} ${id}?`}
      action={`${verb} connection`}
      primary={!enabled}
      act={why.length > 0 ? { ...act, failure: `${why.join(". ")}. ${UNCHANGED}` } : act}
      input={{ id, to: enabled ? "disabled" : "enabled" }}
    >
      {describeAct(enabled, environment === "live")}
    </ConfirmButton>
  );
}

function describeAct(enabled: boolean, live: boolean): string {
  if (enabled) {
    return "Within a second, no new payments start through it and customers can’t choose its banks. Payments already started are completed.";
  }
  return live
    ? "Within a second, customers can pay at its banks with real money. From the first live connection on, payments are live unless they are created as tests. This can’t be undone."
    : "Within a second, test payments at its banks use it instead of the simulated bank.";
}
