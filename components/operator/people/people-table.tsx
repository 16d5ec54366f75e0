"use client";

import { useState } from "react";
import { type Outputs, useMay } from "../../console/frame/queries";
import { Button } from "../../ui/button";
import { Status } from "../../ui/parts";
import table from "../../ui/table.module.css";
import ui from "../../ui/ui.module.css";
import s from "../frame/operator.module.css";
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
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className={ui.hidden}>People, by e-mail address</caption>
        <colgroup>
          <col style={{ width: "11rem" }} />
          <col />
          <col style={{ width: place === null ? "14rem" : "8rem" }} />
          <col style={{ width: "7rem" }} />
          <col style={{ width: place === null ? "13rem" : "8rem" }} />
        </colgroup>
        <thead>
          <tr>
            {["Name", "E-mail", place === null ? "Roles" : "Role", "Status"].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col">
              <span className={ui.hidden}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <PersonRow key={person.id} person={person} place={place} onAct={(act) => setDoing({ act, person })} />
          ))}
        </tbody>
      </table>
      {doing ? <PersonActDialog {...doing} onClose={() => setDoing(null)} /> : null}
    </div>
  );
}

type PersonRowProps = { person: Person; place: RoleScope | null; onAct: (act: PersonAct) => void };

function PersonRow({ person, place, onAct }: PersonRowProps) {
  const { name, email, roles, disabledAt } = person;
  const here = place === null ? null : (roles.find((role) => isAt(role, place)) ?? null);
  const words = here ? here.role : roles.map(formatRole).join(", ");
  return (
    <tr>
      <td data-on="a" title={name}>
        {name}
      </td>
      <td data-on="c" className={ui.muted} title={email}>
        {email}
      </td>
      <td data-on={place === null ? "e" : "b"} title={words}>
        {words === "" ? <span className={ui.dim}>no role</span> : words}
      </td>
      <td data-on={place === null ? "b" : "d"}>
        {disabledAt ? (
          <Status tone="mute" glyph="stop">
            Disabled
          </Status>
        ) : (
          <Status tone="good" glyph="done">
            Active
          </Status>
        )}
      </td>
      <td data-on={place === null ? "d" : "e"}>
        <PersonActs person={person} place={here && place} onAct={onAct} />
      </td>
    </tr>
  );
}

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
  return (
    <span className={s.inline}>
      {to === "disabled" && may("platform.people.resetSignIn") ? (
        <Button slim aria-label={`Reset the sign-in of ${person.name}`} onClick={() => onAct({ kind: "reset" })}>
          Reset sign-in
        </Button>
      ) : null}
      <Button
        slim
        aria-label={`${to === "disabled" ? "Disable" : "Enable"} ${person.name}`}
        onClick={() => onAct({ kind: "switch", to })}
      >
        {to === "disabled" ? "Disable" : "Enable"}
      </Button>
    </span>
  );
}
