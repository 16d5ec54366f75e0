import { Button } from "../../ui/button";
import { Section } from "../../ui/heading";
import { useOpenLayer } from "../../ui/layers/open-layer";
import { type Outputs, useMay, useServedQuery, useTRPC } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import s from "../frame/operator.module.css";
import { GiveRole } from "./give-role";
import { PeopleTable } from "./people-table";
import type { RoleScope } from "./role-labels";

type PeopleSectionProps = {
  place: RoleScope;
  placeName: string;
  first: Outputs["platform"]["people"]["list"];
};

/** The people with a role in one scope. */
export function PeopleSection({ place, placeName, first }: PeopleSectionProps) {
  const trpc = useTRPC();
  const may = useMay();
  const { open, show, close } = useOpenLayer("member");
  const mayGive = may("platform.people.give");
  const input = { search: null, place, after: null };
  const list = useServedQuery(trpc.platform.people.list, input, first);
  return (
    <>
      <Section title="Members">
        {mayGive ? (
          <Button slim onClick={() => show("member")}>
            Add member
          </Button>
        ) : null}
      </Section>
      <QueryFailure what="The list" query={list} />
      {list.data.items.length === 0 ? (
        <p className={s.text}>No members yet. Add the first one.</p>
      ) : (
        <PeopleTable people={list.data.items} place={place} />
      )}
      {list.data.next ? <p className={s.text}>More members not shown. Search for them under People.</p> : null}
      {open && mayGive ? (
        <GiveRole
          place={place}
          placeName={placeName}
          // The first person becomes owner by default, because an owner can invite the others.
          suggested={list.data.items.length === 0 ? "owner" : "viewer"}
          mayGiveOwner={list.data.mayGiveOwner}
          onClose={close}
        />
      ) : null}
    </>
  );
}
