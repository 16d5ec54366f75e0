import { useState } from "react";
import { MoreMenu } from "../../ui/layers/menu";
import type { MenuItem } from "../../ui/layers/menu-layer";
import { ACTIVE, DISABLED, StatusOf } from "../../ui/parts";
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
      width: isHere ? "6.5rem" : "14rem",
      phone: "below",
      title: rolesOf,
      cell: (person) => rolesOf(person) || <span className={ui.dim}>No role</span>,
    },
    {
      head: "Status",
      width: "6.5rem",
      phone: "lineEnd",
      cell: ({ disabledAt }) => <StatusOf label={disabledAt ? DISABLED : ACTIVE} />,
    },
    {
      head: "Actions",
      headHidden: true,
      width: "4rem",
      phone: "end",
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
  const items: MenuItem[] = [];
  const add = (words: string, icon: MenuItem["icon"], act: PersonAct, danger = false) =>
    items.push({ words, icon, danger, onChoose: () => onAct(act) });
  if (place) {
    if (may("platform.people.take")) add("Remove", "x", { kind: "take", place }, true);
  } else if (may("platform.people.switch")) {
    if (may("platform.people.resetSignIn")) add("Reset sign-in", "key", { kind: "reset" });
    if (person.disabledAt) add("Enable", "check", { kind: "switch", to: "enabled" });
    else add("Disable", "x", { kind: "switch", to: "disabled" }, true);
  }
  return items.length > 0 ? <MoreMenu look="plain" label={`Change ${person.name}`} items={items} /> : null;
}
