"use client";

import { useRouter } from "next/navigation";
import { ACT_GROUPS, type AuditFilter, auditPath } from "./audit-filter";
import { without } from "./filter-address";
import { FilterChip, OneOf, SomeOf } from "./filter-chip";
import { TimeChip } from "./filter-time";
import type { Outputs } from "./queries";

/** What the log is narrowed to, and can be: who and what is there to choose is what the log has. */
export function AuditChips({ filter, choices }: { filter: AuditFilter; choices: Outputs["audit"]["choices"] }) {
  const router = useRouter();
  const go = (next: AuditFilter) => router.push(auditPath(next));
  const { actor, groups } = filter;
  const present = new Set(choices.actions.map((action) => action.split(".")[0] ?? ""));
  const shown = ACT_GROUPS.filter(({ id, nouns }) => groups?.includes(id) || nouns.some((noun) => present.has(noun)));
  const only = groups?.length === 1 ? ACT_GROUPS.find(({ id }) => id === groups[0])?.words : undefined;
  return (
    <>
      <FilterChip
        name="Who"
        value={actor && (choices.actors.find(({ id }) => id === actor)?.name ?? actor.slice(0, 8))}
        off={auditPath(without(filter, "actor"))}
      >
        {(close) => (
          <OneOf
            label="People and credentials"
            choices={choices.actors.map(({ id, name }) => ({
              words: name,
              href: auditPath({ ...filter, actor: id }),
              isChosen: id === actor,
            }))}
            onChoose={close}
          />
        )}
      </FilterChip>
      <FilterChip
        name="What"
        value={groups && (only ?? `${groups.length} kinds`)}
        off={auditPath(without(filter, "groups"))}
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
        name="When"
        span={filter}
        off={auditPath(without(filter, "from", "to"))}
        onDone={(span) => go({ ...without(filter, "from", "to"), ...span })}
      />
    </>
  );
}
