"use client";

import { useState } from "react";
import { Button } from "../../ui/button";
import { MoreMenu } from "../../ui/layers/menu";
import type { MenuItem } from "../../ui/layers/menu-layer";
import { StatusOf } from "../../ui/parts";
import { type Outputs, useMay } from "../../ui/queries";
import { type Column, Table } from "../../ui/table";
import { capitalize } from "../../ui/text";
import ui from "../../ui/ui.module.css";
import { type PersonAct, PersonActDialog } from "./person-acts";
import type { RoleScope } from "./role-labels";
import { formatRole, isAt } from "./role-labels";

type People = Outputs["platform"]["people"]["list"]["items"];
type Person = People[number];
type Doing = { act: PersonAct; person: Person };

const ACTIVE = { tone: "good", glyph: "done", word: "Active" } as const;
const DISABLED = { tone: "mute", glyph: "stop", word: "Disabled" } as const;

type PeopleTableProps = {
  people: People;
  /** One organisation: shows and removes only its roles. Null: all roles, and whether the user is disabled. */
  place: RoleScope | null;
};

/** People with their roles. */
export function PeopleTable({ people, place }: PeopleTableProps) {
  const [doing, setDoing] = useState<Doing | null>(null);
  const isHere = place !== null;
  const roleHere = ({ roles }: Person) => (isHere ? roles.find((role) => isAt(role, place)) : undefined);
  const rolesOf = (person: Person) => capitalize(roleHere(person)?.role ?? person.roles.map(formatRole).join(", "));
  const columns: Column<Person>[] = [
    { head: "Name", width: "11rem", phone: "title", title: ({ name }) => name, cell: ({ name }) => name },
    { head: "E-mail", phone: "line", muted: true, title: ({ email }) => email, cell: ({ email }) => email },
    {
      head: isHere ? "Role" : "Roles",
      width: isHere ? "8rem" : "14rem",
      phone: isHere ? "end" : "below",
      title: rolesOf,
      cell: (person) => rolesOf(person) || <span className={ui.dim}>No role</span>,
    },
    {
      head: "Status",
      width: "7rem",
      phone: "lineEnd",
      cell: ({ disabledAt }) => <StatusOf label={disabledAt ? DISABLED : ACTIVE} />,
    },
    {
      head: "Actions",
      headHidden: true,
      width: isHere ? "8rem" : "4rem",
      phone: isHere ? "below" : "end",
      cell: (person) => (
        <PersonActs
          person={person}
          place={roleHere(person) ? place : null}
          onAct={(act) => setDoing({ act, person })}
        />
      ),
    },
  ];
  return (
    <>
      <Table caption="People, by e-mail address" columns={columns} rows={people} keyOf={({ id }) => id} />
      {doing ? <PersonActDialog {...doing} onClose={() => setDoing(null)} /> : null}
    </>
  );
}

type PersonRowProps = { person: Person; place: RoleScope | null; onAct: (act: PersonAct) => void };

function PersonActs({ person, place, onAct }: PersonRowProps) {
  const may = useMay();
  const to = person.disabledAt ? "enabled" : "disabled";
  if (place) {
    if (!may("platform.people.take")) return null;
    return (
      <Button slim aria-label={`Remove ${person.name}`} onClick={() => onAct({ kind: "take", place })}>
        Remove{" "}
      </Button>
    );
  }
  if (!may("platform.people.switch")) return null;
  const onChoose = () => onAct({ kind: "switch", to });
  const items: MenuItem[] = to === "enabled" ? [{ words: "Enable", icon: "check", onChoose }] : [];
  if (to === "disabled") {
    if (may("platform.people.resetSignIn"))
      items.push({ words: "Reset sign-in", icon: "key", onChoose: () => onAct({ kind: "reset" }) });
    items.push({ words: "Disable", icon: "x", danger: true, onChoose });
  }
  return <MoreMenu look="plain" label={`Change ${person.name}`} items={items} />;
}
