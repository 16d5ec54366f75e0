import { MoreMenu } from "../../ui/layers/menu";
import { ACTIVE, DISABLED, StatusOf } from "../../ui/parts";
import { Tagged } from "../../ui/sample";
import { type Column, SubLine, Table } from "../../ui/table";
import ui from "../../ui/ui.module.css";
import type { Member } from "./team-calls";
import { roleName } from "./team-labels";

type MembersTableProps = {
  members: readonly Member[];
  onChange: (member: Member) => void;
  onRemove: (member: Member) => void;
};

/** The members of the team. Buttons are shown only for permitted changes. */
export function MembersTable({ members, onChange, onRemove }: MembersTableProps) {
  const columns: Column<Member>[] = [
    {
      head: "Member",
      phone: "title",
      title: ({ name, email }) => `${name}, ${email}`,
      cell: ({ userId, name, email, isYou }) => (
        <>
          <Tagged id={userId}>
            <span>
              {name}
              {isYou ? <span className={ui.dim}> (you)</span> : null}
            </span>
          </Tagged>
          <SubLine>{email}</SubLine>
        </>
      ),
    },
    {
      head: "Role",
      width: "9rem",
      phone: "end",
      cell: ({ role, isOnlyOwner }) => (
        <>
          {roleName(role)}
          {isOnlyOwner ? <SubLine>sole owner</SubLine> : null}
        </>
      ),
    },
    {
      head: "Status",
      width: "11rem",
      phone: "line",
      cell: ({ disabled, twoFactor }) => (
        <>
          <StatusOf label={disabled ? DISABLED : ACTIVE} />
          <SubLine>{twoFactor ? "two-factor on" : "two-factor off"}</SubLine>
        </>
      ),
    },
    {
      head: "Actions",
      headHidden: true,
      width: "4rem",
      phone: "lineEnd",
      cell: (member) =>
        member.mayChange ? (
          <MoreMenu
            look="plain"
            label={`Change ${member.name}`}
            items={[
              { words: "Change role", icon: "team", onChoose: () => onChange(member) },
              { words: "Remove", icon: "x", danger: true, onChoose: () => onRemove(member) },
            ]}
          />
        ) : null,
    },
  ];
  return (
    <Table caption="Members, by role" isTwoLined columns={columns} rows={members} keyOf={({ userId }) => userId} />
  );
}
