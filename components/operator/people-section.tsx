"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Section } from "../console/heading";
import { type Outputs, useMay, useTRPC } from "../console/queries";
import { QueryFailure } from "../console/query-failure";
import ui from "../console/ui.module.css";
import { GiveRole } from "./give-role";
import s from "./operator.module.css";
import { PeopleTable } from "./people-table";

/** Where roles hold: a merchant, a partner, or (neither) the platform. */
export type RolePlace = { merchantId?: string; partnerId?: string };

type PeopleSectionProps = {
  place: RolePlace;
  placeName: string;
  first: Outputs["platform"]["people"]["list"];
};

/** The people who hold a role in one place. */
export function PeopleSection({ place, placeName, first }: PeopleSectionProps) {
  const trpc = useTRPC();
  const may = useMay();
  const [giving, setGiving] = useState(false);
  const input = { search: null, place, after: null };
  const list = useQuery(trpc.platform.people.list.queryOptions(input, { initialData: first }));
  return (
    <>
      <Section title="People">
        {may("platform.people.give") ? (
          <button className={`${ui.button} ${ui.slim}`} type="button" onClick={() => setGiving(true)}>
            Give access
          </button>
        ) : null}
      </Section>
      {list.isError ? <QueryFailure what="The list" error={list.error} retry={() => list.refetch()} /> : null}
      {list.data.items.length === 0 ? (
        <p className={s.say}>Nobody holds a role here yet. Give the first person access.</p>
      ) : (
        <PeopleTable people={list.data.items} place={place} />
      )}
      {list.data.next ? <p className={s.say}>There are more: search for them among all people.</p> : null}
      {giving ? (
        <GiveRole
          place={place}
          placeName={placeName}
          // The first person here has to be able to let the others in.
          suggested={list.data.items.length === 0 ? "owner" : "viewer"}
          mayGiveOwner={list.data.mayGiveOwner}
          onClose={() => setGiving(false)}
        />
      ) : null}
    </>
  );
}
