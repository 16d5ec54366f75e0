"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { addressOf } from "../filter-address";
import { Note } from "../parts";
import { failureOf, type Outputs, useMerchantId, useTRPC } from "../queries";
import ui from "../ui.module.css";
import { tookWords } from "./call-words";
import { CodeBox } from "./code-box";
import s from "./developers.module.css";
import { JsonText } from "./json-text";

type Answered = Outputs["developers"]["calls"]["repeat"];

/** Sends a recorded call again, as a test and with a key of its own, and shows what came back. */
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
      <button
        className={`${ui.button} ${ui.primary}`}
        type="button"
        data-again=""
        disabled={repeating.isPending}
        onClick={() => repeating.mutate({ merchantId, id })}
      >
        Repeat in test
      </button>
      <div className={s.repeated} role="status">
        {repeating.isPending ? "Being sent …" : null}
        {repeating.data ? <SentAnswer answered={repeating.data} /> : null}
      </div>
      {repeating.error ? <Note tone="bad">{failureOf(repeating.error).message}</Note> : null}
    </>
  );
}

/** What came back of a call that was made just now. */
export function SentAnswer({ answered }: { answered: Answered }) {
  const { status, body, durationMs, requestId, headers } = answered;
  const json = parsed(body);
  const shown = headers.map(({ name, value }) => `${name}: ${value}`).join("\n");
  return (
    <CodeBox
      label="Show of the answer"
      versions={[
        {
          name: `Answer ${status}`,
          text: json === undefined ? body : JSON.stringify(json, null, 2),
          ...(json === undefined ? {} : { drawn: <JsonText value={json} /> }),
        },
        { name: "Headers", text: shown },
      ]}
      end={
        <>
          {tookWords(durationMs)}, <Link href={addressOf("/console/api-log", { q: requestId })}>in the log</Link>
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
