import { ChoiceChip } from "../../ui/filter/filter-chip";
import { chipLinks } from "../../ui/filter/filter-fields";
import { TimeChip } from "../../ui/filter/filter-time";
import { SomeChip } from "../../ui/filter/some-chip";
import type { AuditChoices } from "./audit-calls";
import { ACTION_GROUPS, type AuditFilter, auditPath } from "./audit-filter";

type AuditChipsProps = { path: string; filter: AuditFilter; choices: AuditChoices };

/** The filters of the log. The choices are the actors and actions in the log. */
export function AuditChips({ path, filter, choices }: AuditChipsProps) {
  const to = (next: AuditFilter) => auditPath(path, next);
  const chip = chipLinks(filter, to);
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
        choices={choices.actors.map(({ id, name }) => ({ value: id, words: name }))}
        value={actor && (choices.actors.find(({ id }) => id === actor)?.name ?? actor.slice(0, 8))}
        {...chip("actor")}
      />
      <SomeChip name="Action" choices={shown.map(({ id, words }) => ({ value: id, words }))} {...chip("groups")} />
      <TimeChip name="Time" filter={filter} to={to} />
    </>
  );
}
