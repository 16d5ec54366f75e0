"use client";

import { useRouter } from "next/navigation";
import { without } from "../../ui/filter/filter-address";
import { FilterChip, OneOf, SomeOf } from "../../ui/filter/filter-chip";
import { TimeChip } from "../../ui/filter/filter-time";
import type { AuditChoices } from "./audit-calls";
import { ACTION_GROUPS, type AuditFilter, auditPath } from "./audit-filter";

type AuditChipsProps = { path: string; filter: AuditFilter; choices: AuditChoices };

/** The filters of the log. The choices are the actors and actions in the log. */
export function AuditChips({ path, filter, choices }: AuditChipsProps) {
  const router = useRouter();
  const go = (next: AuditFilter) => router.push(auditPath(path, next));
  const { actor, groups } = filter;
  const present = new Set(choices.actions.map((action) => action.split(".")[0] ?? ""));
  const shown = ACTION_GROUPS.filter(
    ({ id, nouns }) => groups?.includes(id) || nouns.some((noun) => present.has(noun)),
  );
  const only = groups?.length === 1 ? ACTION_GROUPS.find(({ id }) => id === groups[0])?.words : undefined;
  return (
    <>
      <FilterChip
        name="Who"
        value={actor && (choices.actors.find(({ id }) => id === actor)?.name ?? actor.slice(0, 8))}
        off={auditPath(path, without(filter, "actor"))}
      >
        {(close) => (
          <OneOf
            label="People and API keys"
            choices={choices.actors.map(({ id, name }) => ({
              words: name,
              href: auditPath(path, { ...filter, actor: id }),
              isChosen: id === actor,
            }))}
            onChoose={close}
          />
        )}
      </FilterChip>
      <FilterChip
        name="Action"
        value={groups && (only ?? `${groups.length} types`)}
        off={auditPath(path, without(filter, "groups"))}
      >
        {(close) => (
          <SomeOf
            choices={shown.map(({ id, words }) => ({ value: id, words }))}
            chosen={groups ?? []}
            onDone={(next) => {
              close();
              go({ ...without(filter, "groups"), ...(next.length > 0 ? { groups: next } : {}) });
            }}
          />
        )}
      </FilterChip>
      <TimeChip
        name="Time"
        span={filter}
        off={auditPath(path, without(filter, "from", "to"))}
        onDone={(span) => go({ ...without(filter, "from", "to"), ...span })}
      />
    </>
  );
}
