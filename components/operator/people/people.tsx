"use client";

import { TwoFactorPolicy } from "../../console/team/two-factor-policy";
import { CreateButton, LinkButton } from "../../ui/button";
import { ExportLink } from "../../ui/export-link";
import { addressOf } from "../../ui/filter/filter-address";
import { FilterBar, FilterTabs, KeysetPages } from "../../ui/filter/filter-list";
import { Heading } from "../../ui/heading";
import { useOpenLayer } from "../../ui/layers/open-layer";
import { EmptyState } from "../../ui/parts";
import { type Outputs, useMay, useServedQuery, useTRPC } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import ui from "../../ui/ui.module.css";
import { useOperatorAction } from "../frame/use-operator-action";
import { GiveRole } from "./give-role";
import { PeopleTable } from "./people-table";

type People = Outputs["platform"]["people"]["list"];

export type PeopleFilter = { search: string | null; ofPlatform: boolean; after: string | null };

const AT_PLATFORM = { place: {}, placeName: "this installation", suggested: "viewer" } as const;
const PATH = "/operator/people";

/** All users by e-mail address, or operators only; with search. */
export function PeoplePage({ first, filter }: { first: People; filter: PeopleFilter }) {
  const trpc = useTRPC();
  const may = useMay();
  const { open, show, close } = useOpenLayer("new");
  const mayGive = may("platform.people.give");
  const { search, ofPlatform, after } = filter;
  const input = { search, after, place: ofPlatform ? {} : null };
  const list = useServedQuery(trpc.platform.people.list, input, first);
  const { items, next } = list.data;
  const keep = { of: ofPlatform ? "platform" : undefined };
  const kept = { ...keep, q: search ?? undefined };
  return (
    <>
      <Heading
        title="People"
        lead="Everyone with access, and their roles. Add members of a merchant or a partner on its page."
        action={
          <div className={ui.actions}>
            <ExportLink address={addressOf(`${PATH}/export.csv`, kept)} isEmpty={items.length === 0} />
            {mayGive ? <CreateButton onClick={() => show("new")}>Add operator</CreateButton> : null}
          </div>
        }
      />
      <FilterTabs
        label="Which people"
        tabs={[
          { words: "All", href: addressOf(PATH, { q: kept.q }), isHere: !ofPlatform },
          { words: "Operators", href: addressOf(PATH, { of: "platform", q: kept.q }), isHere: ofPlatform },
        ]}
      />
      <FilterBar
        search={{
          path: PATH,
          keep,
          value: search ?? undefined,
          label: "Search people",
          placeholder: "Name or address",
        }}
      />
      <QueryFailure what="The list" query={list} />
      {items.length === 0 ? <NoMatch search={search} /> : <PeopleTable people={items} place={ofPlatform ? {} : null} />}
      <KeysetPages
        order="By address"
        newer={after === null ? null : addressOf(PATH, kept)}
        older={next && addressOf(PATH, { ...kept, after: next })}
        words={{ newer: "First page", older: "Next" }}
      />
      <InstallationTwoFactor since={list.data.twoFactorSince} />
      {open && mayGive ? <GiveRole {...AT_PLATFORM} mayGiveOwner={list.data.mayGiveOwner} onClose={close} /> : null}
    </>
  );
}

function InstallationTwoFactor({ since }: { since: string | null }) {
  const trpc = useTRPC();
  const may = useMay();
  const change = useOperatorAction(trpc.platform.people.requireTwoFactor, { unchanged: "Nothing was changed." });
  return (
    <TwoFactorPolicy
      whom="everyone in this installation"
      members={null}
      since={since}
      mayChange={may("platform.people.requireTwoFactor")}
      change={change}
    />
  );
}

function NoMatch({ search }: { search: string | null }) {
  return (
    <EmptyState title="No matching people" action={<LinkButton href={PATH}>All people </LinkButton>}>
      {search === null ? "No people in this list." : `No name or address contains “${search}”.`}
    </EmptyState>
  );
}
