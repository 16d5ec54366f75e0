"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "../../ui/button";
import { CodeBox } from "../../ui/code/code-box";
import { addressOf } from "../../ui/filter/filter-address";
import { Link } from "../../ui/link";
import { Note } from "../../ui/parts";
import { failureOf, type Outputs, useMerchantId, useTRPC } from "../../ui/queries";
import { formatMs } from "../../ui/time/duration";
import { headerLine } from "../deliveries/delivery-message";
import s from "./developers.module.css";
import { JsonText } from "./json-text";

type Answered = Outputs["developers"]["calls"]["repeat"];

/** Sends a recorded request again, as a test with a new idempotency key, and shows the response. */
export function RepeatCall({ id }: { id: string }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const repeating = useMutation(
    trpc.developers.calls.repeat.mutationOptions({
      onSuccess: () => queries.invalidateQueries({ queryKey: trpc.developers.calls.search.queryKey() }),
    }),
  );
  return (
    <>
      <Button
        look="primary"
        data-again=""
        disabled={repeating.isPending}
        onClick={() => repeating.mutate({ merchantId, id })}
      >
        Resend in test
      </Button>
      <div className={s.repeated} role="status">
        {repeating.isPending ? "Sending …" : null}
        {repeating.data ? <SentAnswer answered={repeating.data} /> : null}
      </div>
      {repeating.error ? <Note tone="bad">{failureOf(repeating.error).message}</Note> : null}
    </>
  );
}

/** The response to a request that was just sent. */
export function SentAnswer({ answered }: { answered: Answered }) {
  const { status, body, durationMs, requestId, headers } = answered;
  const json = parsed(body);
  const shown = headers.map(headerLine).join("\n");
  return (
    <CodeBox
      label="Show body or headers"
      versions={[
        {
          name: `Response ${status}`,
          text: json === undefined ? body : JSON.stringify(json, null, 2),
          ...(json === undefined ? {} : { drawn: <JsonText value={json} /> }),
        },
        { name: "Headers", text: shown },
      ]}
      end={
        <>
          {formatMs(durationMs)}, <Link href={addressOf("/console/requests", { q: requestId })}>view in Requests</Link>
        </>
      }
    />
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
