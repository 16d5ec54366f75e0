import { Button } from "../../ui/button";
import { Status } from "../../ui/parts";
import table from "../../ui/table.module.css";
import ui from "../../ui/ui.module.css";
import s from "./team.module.css";
import type { Member } from "./team-calls";
import { roleName } from "./team-labels";

type MembersTableProps = {
  members: readonly Member[];
  onChange: (member: Member) => void;
  onRemove: (member: Member) => void;
};

/** The members of the team. Buttons are shown only for permitted changes. */
export function MembersTable({ members, onChange, onRemove }: MembersTableProps) {
  return (
    <div className={table.wrap}>
      <table className={`${table.table} ${s.table}`}>
        <caption className={ui.hidden}>Members, by role</caption>
        <colgroup>
          <col />
          <col style={{ width: "9rem" }} />
          <col style={{ width: "11rem" }} />
          <col style={{ width: "14rem" }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Member</th>
            <th scope="col">Role</th>
            <th scope="col">Status</th>
            <th scope="col">
              <span className={ui.hidden}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MemberRow key={member.userId} member={member} onChange={onChange} onRemove={onRemove} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type MemberRowProps = Omit<MembersTableProps, "members"> & { member: Member };

function MemberRow({ member, onChange, onRemove }: MemberRowProps) {
  const { name, email, role, disabled, twoFactor, isYou, isOnlyOwner, mayChange } = member;
  return (
    <tr>
      <td data-on="a" title={`${name}, ${email}`}>
        {name}
        {isYou ? <span className={ui.dim}> (you)</span> : null}
        <span className={s.sub}>{email}</span>
      </td>
      <td data-on="b">
        {roleName(role)}
        {isOnlyOwner ? <span className={s.sub}>sole owner</span> : null}
      </td>
      <td data-on="c">
        {disabled ? (
          <Status tone="mute" glyph="stop">
            Disabled
          </Status>
        ) : (
          <Status tone="good" glyph="done">
            Active
          </Status>
        )}
        <span className={s.sub}>{twoFactor ? "two-factor on" : "two-factor off"}</span>
      </td>
      <td data-on="e">
        {mayChange ? (
          <span className={s.acts}>
            <Button slim onClick={() => onChange(member)} aria-label={`Change the role of ${name}`}>
              Change role
            </Button>
            <Button slim onClick={() => onRemove(member)} aria-label={`Remove ${name}`}>
              Remove
            </Button>
          </span>
        ) : null}
      </td>
    </tr>
  );
}
