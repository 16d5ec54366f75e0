"use client";

import { useRouter } from "next/navigation";
import { without } from "../../ui/filter/filter-address";
import { FilterChip, OneOf } from "../../ui/filter/filter-chip";
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
  const { endpoint, actor } = filter;
  const operation = choices.operations.find(({ id }) => id === endpoint);
  return (
    <>
      <TimeChip
        name="Date"
        span={filter}
        off={callsPath(without(filter, "from", "to"))}
        onDone={(span) => router.push(callsPath({ ...without(filter, "from", "to"), ...span }))}
      />
      <FilterChip
        name="Operation"
        value={
          endpoint === undefined ? undefined : operation ? `${operation.method} ${shortPath(operation.path)}` : endpoint
        }
        off={callsPath(without(filter, "endpoint"))}
      >
        {(close) => (
          <OneOf
            label="Operations"
            choices={choices.operations.map(({ id, method, path }) => ({
              words: `${method} ${shortPath(path)}`,
              href: callsPath({ ...filter, endpoint: id }),
              isChosen: id === endpoint,
            }))}
            onChoose={close}
          />
        )}
      </FilterChip>
      <FilterChip
        name="API key"
        value={actor === undefined ? undefined : (credentials.find(({ id }) => id === actor)?.name ?? "unknown")}
        off={callsPath(without(filter, "actor"))}
      >
        {(close) =>
          credentials.length === 0 ? (
            <p>No API keys yet</p>
          ) : (
            <OneOf
              label="API keys"
              choices={credentials.map(({ id, name }) => ({
                words: name,
                href: callsPath({ ...filter, actor: id }),
                isChosen: id === actor,
              }))}
              onChoose={close}
            />
          )
        }
      </FilterChip>
      <ErrorChip filter={filter} errorCodes={choices.errorCodes} />
    </>
  );
}

function ErrorChip({ filter, errorCodes }: Pick<ChipsProps, "filter"> & Pick<ChipsProps["choices"], "errorCodes">) {
  const { errorCode } = filter;
  return (
    <FilterChip
      name="Error"
      value={errorCode === undefined ? undefined : formatErrorCode(errorCode)}
      off={callsPath(without(filter, "errorCode"))}
    >
      {(close) => (
        <OneOf
          label="Error codes"
          choices={errorCodes.map((code) => ({
            words: code,
            href: callsPath({ ...filter, errorCode: code }),
            isChosen: code === errorCode,
          }))}
          onChoose={close}
        />
      )}
    </FilterChip>
  );
}
