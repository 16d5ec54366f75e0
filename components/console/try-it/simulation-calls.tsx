import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button";
import { Section } from "../../ui/heading";
import { Icon } from "../../ui/icons";
import { DetailSkeleton, Note } from "../../ui/parts";
import { type Outputs, useConsole } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import { CallAnswer, CallRequest } from "../developers/call-detail";
import { shortPath } from "../developers/calls-chips";
import type { KnownOperation } from "../developers/known-operation";
import s from "./try-it.module.css";

type LoggedCall = Outputs["developers"]["calls"]["search"]["items"][number];
type Known = { operations: readonly KnownOperation[]; baseUrl: string };

const REFRESH_MS = 2_000;

/** The API calls of a payment, oldest first, and the button that fetches its status. */
export function SimulationCalls({ id, ...known }: Known & { id: string }) {
  const { trpc, merchantId } = useConsole();
  const options = trpc.developers.calls.search.queryOptions(
    { merchantId, test: true, search: id },
    { refetchInterval: REFRESH_MS },
  );
  const { data, isError, error, refetch } = useQuery(options);
  const asking = useAction(trpc.developers.reference.send, {
    unchanged: "Nothing was sent.",
    changes: [{ queryKey: options.queryKey }],
  });
  const ask = () => asking.run({ merchantId, operation: "getPaymentStatus", params: { paymentRequestId: id } });
  const calls = (data?.items ?? []).toReversed();
  return (
    <section aria-label="API calls">
      <Section title="API calls" first>
        <Button slim disabled={asking.busy} onClick={ask}>
          Get status
        </Button>
      </Section>
      <QueryFailure what="The list of API calls" query={{ isError, error, refetch }} />
      {asking.failure ? <Note tone="bad">{asking.failure}</Note> : null}
      <ol className={s.list}>
        {calls.map((call, index) => (
          <li key={call.id}>
            <CallRow call={call} isFirst={index === 0} {...known} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function CallRow({ call, isFirst, ...known }: Known & { call: LoggedCall; isFirst: boolean }) {
  const [isOpen, setOpen] = useState(isFirst);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b data-wrong={call.status >= 400 ? "" : undefined}>{call.status}</b>
        <code className={ui.cut} title={call.path}>
          {call.method} {shortPath(call.path)}
        </code>
        <span>
          <Time at={call.at} as="seconds" />
        </span>
        <Icon name="down" />
      </summary>
      {isOpen ? <OpenCall id={call.id} {...known} /> : null}
    </details>
  );
}

function OpenCall({ id, operations, baseUrl }: Known & { id: string }) {
  const { trpc, merchantId } = useConsole();
  const { data, isError, error, refetch } = useQuery(trpc.developers.calls.get.queryOptions({ merchantId, id }));
  if (isError) return <QueryFailure what="The API call" query={{ isError, error, refetch }} />;
  if (!data) return <DetailSkeleton label="Loading the API call" />;
  return (
    <div className={s.whole}>
      <CallRequest
        call={data}
        operation={operations.find((one) => one.id === data.endpoint) ?? null}
        baseUrl={baseUrl}
      />
      <CallAnswer call={data} />
    </div>
  );
}
