"use client";

import { ChoiceChip } from "../../ui/filter/filter-chip";
import { chipLinks } from "../../ui/filter/filter-fields";
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
  const { actor, errorCode } = filter;
  const chip = chipLinks(filter, callsPath);
  return (
    <>
      <TimeChip name="Date" filter={filter} to={callsPath} />
      <ChoiceChip
        name="Operation"
        label="Operations"
        choices={choices.operations.map(({ id, method, path }) => ({
          value: id,
          words: `${method} ${shortPath(path)}`,
        }))}
        {...chip("endpoint")}
      />
      <ChoiceChip
        name="API key"
        label="API keys"
        choices={credentials.map(({ id, name }) => ({ value: id, words: name }))}
        value={actor && (credentials.find(({ id }) => id === actor)?.name ?? "unknown")}
        {...chip("actor")}
        none="No API keys yet"
      />
      <ChoiceChip
        name="Error"
        label="Error codes"
        choices={choices.errorCodes.map((code) => ({ value: code, words: code }))}
        value={errorCode && formatErrorCode(errorCode)}
        {...chip("errorCode")}
      />
    </>
  );
}
