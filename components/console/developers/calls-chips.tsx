"use client";

import { useRouter } from "next/navigation";
import { without } from "../../ui/filter/filter-address";
import { ChoiceChip } from "../../ui/filter/filter-chip";
import { TimeChip } from "../../ui/filter/filter-time";
import { formatErrorCode } from "./call-labels";
import { type CallsFilter, callsPath } from "./calls-filter";

/** The options of the filters. */
export type CallChoices = {
  operations: readonly { id: string; method: string; path: string }[];
  errorCodes: readonly string[];
};

type ChipsProps = {
  filter: CallsFilter;
  choices: CallChoices;
  credentials: readonly { id: string; name: string }[];
};

const API = "/api/v1";

/** A path without /api/v1. */
export function shortPath(path: string): string {
  return path.startsWith(`${API}/`) ? path.slice(API.length) : path;
}

/** The filters of the request log. Their state is in the address. */
export function CallChips({ filter, choices, credentials }: ChipsProps) {
  const router = useRouter();
  const { endpoint, actor, errorCode } = filter;
  return (
    <>
      <TimeChip
        name="Date"
        span={filter}
        off={callsPath(without(filter, "from", "to"))}
        onDone={(span) => router.push(callsPath({ ...without(filter, "from", "to"), ...span }))}
      />
      <ChoiceChip
        name="Operation"
        label="Operations"
        chosen={endpoint}
        choices={choices.operations.map(({ id, method, path }) => ({
          value: id,
          words: `${method} ${shortPath(path)}`,
        }))}
        off={callsPath(without(filter, "endpoint"))}
        hrefOf={(id) => callsPath({ ...filter, endpoint: id })}
      />
      <ChoiceChip
        name="API key"
        label="API keys"
        chosen={actor}
        choices={credentials.map(({ id, name }) => ({ value: id, words: name }))}
        value={actor && (credentials.find(({ id }) => id === actor)?.name ?? "unknown")}
        off={callsPath(without(filter, "actor"))}
        hrefOf={(id) => callsPath({ ...filter, actor: id })}
        none="No API keys yet"
      />
      <ChoiceChip
        name="Error"
        label="Error codes"
        chosen={errorCode}
        choices={choices.errorCodes.map((code) => ({ value: code, words: code }))}
        value={errorCode && formatErrorCode(errorCode)}
        off={callsPath(without(filter, "errorCode"))}
        hrefOf={(code) => callsPath({ ...filter, errorCode: code })}
      />
    </>
  );
}
