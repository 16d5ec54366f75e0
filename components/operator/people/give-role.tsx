import { Choices, Radio, TextField } from "../../ui/fields";
import { FormDrawer } from "../../ui/layers/layers";
import { useTRPC } from "../../ui/queries";
import { useOperatorAction } from "../frame/use-operator-action";
import type { RoleScope } from "./role-labels";
import { ROLE_LABELS, type RoleName } from "./role-labels";

const MAX_NAME = 140;
const MAX_EMAIL = 254;
const AT_FIELDS = ["email", "name", "role"];

type GiveRoleProps = {
  place: RoleScope;
  placeName: string;
  /** The role that is selected initially. */
  suggested: RoleName;
  /** Whether the user may assign the role owner: only owners of the platform may. */
  mayGiveOwner: boolean;
  onClose: () => void;
};

/** The form that assigns a role in one organisation. A member is refused. */
export function GiveRole({ place, placeName, suggested, mayGiveOwner, onClose }: GiveRoleProps) {
  const trpc = useTRPC();
  const give = useOperatorAction(trpc.platform.people.give, {
    unchanged: "Nothing was changed.",
    fields: AT_FIELDS,
    onDone: onClose,
  });
  const submit = (form: FormData) =>
    give.run({
      ...place,
      email: String(form.get("email") ?? ""),
      name: String(form.get("name") ?? ""),
      role: String(form.get("role")) as RoleName,
    });
  return (
    <FormDrawer
      title={`Add a member to ${placeName}`}
      onClose={onClose}
      action="Add member"
      act={give}
      onSubmit={submit}
    >
      <TextField
        id="person-email"
        label="E-mail address"
        help="Sign-in codes are sent there."
        error={give.errors["email"]}
        type="email"
        name="email"
        maxLength={MAX_EMAIL}
      />
      <TextField
        id="person-name"
        label="Name"
        help="Ignored if this person already has an account."
        error={give.errors["name"]}
        name="name"
        maxLength={MAX_NAME}
      />
      <RoleChoice suggested={suggested} mayGiveOwner={mayGiveOwner} wrong={give.errors["role"]} />
    </FormDrawer>
  );
}

type RoleChoiceProps = { suggested: RoleName; mayGiveOwner: boolean; wrong: string | undefined };

/** The roles that the user may assign, each with its permissions. */
function RoleChoice({ suggested, mayGiveOwner, wrong }: RoleChoiceProps) {
  const offered = ROLE_LABELS.filter(({ role }) => mayGiveOwner || role !== "owner");
  const ticked = offered.some(({ role }) => role === suggested) ? suggested : offered[0]?.role;
  return (
    <Choices id="role" legend="Role" error={wrong && `This role ${wrong}.`}>
      {offered.map(({ role, words }) => (
        <Radio key={role} name="role" value={role} defaultChecked={role === ticked} help={words}>
          {role}
        </Radio>
      ))}
    </Choices>
  );
}
