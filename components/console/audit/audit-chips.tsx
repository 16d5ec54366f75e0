import { useRouter } from "next/navigation";
import { without } from "../../ui/filter/filter-address";
import { ChoiceChip } from "../../ui/filter/filter-chip";
import { TimeChip } from "../../ui/filter/filter-time";
import { SomeChip } from "../../ui/filter/some-chip";
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
  return (
    <>
      <ChoiceChip
        name="Who"
        label="People and API keys"
        chosen={actor}
        choices={choices.actors.map(({ id, name }) => ({ value: id, words: name }))}
        value={actor && (choices.actors.find(({ id }) => id === actor)?.name ?? actor.slice(0, 8))}
        off={auditPath(path, without(filter, "actor"))}
        hrefOf={(id) => auditPath(path, { ...filter, actor: id })}
      />
      <SomeChip
        name="Action"
        choices={shown.map(({ id, words }) => ({ value: id, words }))}
        chosen={groups}
        off={auditPath(path, without(filter, "groups"))}
        hrefOf={(ids) => auditPath(path, { ...filter, groups: ids })}
      />
      <TimeChip
        name="Time"
        span={filter}
        off={auditPath(path, without(filter, "from", "to"))}
        onDone={(span) => go({ ...without(filter, "from", "to"), ...span })}
      />
    </>
  );
}
