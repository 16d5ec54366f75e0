"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Fact } from "../console/fact";
import { failureWords } from "../console/failure-words";
import { Crumbs, Heading, Section } from "../console/heading";
import { Note, Status, TestTag } from "../console/parts";
import { failureOf, type Outputs, useMay, useTRPC } from "../console/queries";
import { QueryFailure } from "../console/query-failure";
import { Time } from "../console/time";
import ui from "../console/ui.module.css";
import { Certificates } from "./certificates";
import { ConnectionDrawer } from "./connection-drawer";
import { SwitchConnection } from "./connection-switch";
import { connectionNews, healthOf, standardWords, switchWords, testWords } from "./connection-words";
import s from "./operator.module.css";
import { useChanged } from "./use-act";

type Connection = Outputs["platform"]["connections"]["get"];

const REFRESH_MS = 5_000;

type ConnectionPageProps = {
  first: Connection;
  /** As it was written, for who may read that. */
  written: string | null;
};

/** One connection: whether it is used, how its bank answers, its certificates; and what can be done about it. */
export function ConnectionPage({ first, written }: ConnectionPageProps) {
  const trpc = useTRPC();
  const may = useMay();
  const [doing, setDoing] = useState<"change" | "switch" | null>(null);
  const { id } = first;
  const options = trpc.platform.connections.get.queryOptions(
    { id },
    { initialData: first, refetchInterval: REFRESH_MS },
  );
  const query = useQuery(options);
  const connection = query.data;
  const end = () => setDoing(null);
  return (
    <>
      <Crumbs href="/operator/banks" name="Banks" here={id} />
      <Heading
        title={id}
        lead={connectionNews(connection)}
        action={
          <div className={ui.actions}>
            {may("platform.connections.put") && written !== null ? (
              <button className={ui.button} type="button" onClick={() => setDoing("change")}>
                Change
              </button>
            ) : null}
            {may("platform.connections.switch") ? (
              <button
                className={connection.enabled ? `${ui.button} ${ui.danger}` : `${ui.button} ${ui.primary}`}
                type="button"
                onClick={() => setDoing("switch")}
              >
                {connection.enabled ? "Disable" : "Enable"}
              </button>
            ) : null}
          </div>
        }
      />
      {query.isError ? <QueryFailure what="The connection" error={query.error} retry={() => query.refetch()} /> : null}
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
      <Section title="Facts" />
      <Facts connection={connection} />
      {doing === "change" && written !== null ? <ConnectionDrawer before={written} onClose={end} onKept={end} /> : null}
      {doing === "switch" ? <SwitchConnection connection={connection} onClose={end} /> : null}
    </>
  );
}

function Facts({ connection }: { connection: Connection }) {
  const { environment, connector, banks, enabled, failures, lastKind, pausedSince, pausedUntil, certificates } =
    connection;
  const state = switchWords(enabled);
  const health = healthOf(connection);
  return (
    <dl className={ui.facts}>
      <Fact name="State">
        <Status tone={state.tone} glyph={state.glyph}>
          {state.word}
        </Status>
      </Fact>
      <Fact name="Bank">
        <Status tone={health.tone} glyph={health.glyph}>
          {health.word}
        </Status>
        {failures > 0 ? (
          <small>
            {failures} in a row without an answer{lastKind ? `, the last: ${lastKind}` : ""}
          </small>
        ) : null}
      </Fact>
      {pausedSince ? (
        <Fact name="Circuit">
          open since <Time at={pausedSince} as="exact" />
          {pausedUntil ? (
            <small>
              Nothing new is started there before <Time at={pausedUntil} as="seconds" />; a question may try it earlier.
            </small>
          ) : null}
        </Fact>
      ) : (
        <Fact name="Circuit">closed: calls go to the bank</Fact>
      )}
      <Fact name="For">{environment === "live" ? "live payments" : <TestTag word="Test payments" />}</Fact>
      <Fact name="Speaks">{standardWords(connector)}</Fact>
      <Fact name="Serves">{banks.length > 0 ? banks.join(", ") : "no bank: it reads accounts only"}</Fact>
      <Fact name="Certificates">
        <Certificates certificates={certificates} />
      </Fact>
    </dl>
  );
}

function TestCall({ id }: { id: string }) {
  const trpc = useTRPC();
  const changed = useChanged();
  const test = useMutation(trpc.platform.connections.test.mutationOptions({ onSettled: changed }));
  const words = test.data ? testWords(test.data) : null;
  return (
    <>
      <Section title="Test call" first>
        <button
          className={`${ui.button} ${ui.slim}`}
          type="button"
          disabled={test.isPending}
          onClick={() => test.mutate({ id })}
        >
          {test.isPending ? "Asking" : "Ask the bank"}
        </button>
      </Section>
      <div aria-live="polite">
        {test.error ? (
          <Note tone="bad">
            {failureWords(failureOf(test.error), "Whether the bank was asked is in the audit log.")}
          </Note>
        ) : null}
        {words ? (
          <p className={s.say}>
            <Status tone={words.tone} glyph={words.glyph}>
              {words.word}
            </Status>
            <br />
            {words.say}
            {test.data?.detail ? (
              <>
                <br />
                <code>{test.data.detail}</code>
              </>
            ) : null}
          </p>
        ) : (
          <p className={s.say}>
            One question that moves nothing, over the whole way: the certificate, a token where the standard wants one,
            the signature. Also before the connection is enabled.
          </p>
        )}
      </div>
    </>
  );
}
