import { useQuery } from "@tanstack/react-query";
import { useTRPCClient } from "../../ui/queries";
import { useCall } from "../../ui/use-action";
import type { Role, Team } from "./team-labels";

export type Member = Team["members"][number];
export type Invitation = Team["invitations"][number];

/** The owner of a team: a merchant or a partner. The procedures have the same names, but different permission rules. */
export type TeamOf = { merchantId: string } | { partnerId: string };

export type Newcomer = { email: string; name: string; role: Role };

/** A team, reloaded after changes. */
export function useTeam(of: TeamOf, first: Team) {
  const client = useTRPCClient();
  const read = () => ("partnerId" in of ? client.partnerTeam.list.query(of) : client.team.list.query(of));
  return useQuery({ queryKey: ["team", of], queryFn: read, initialData: first });
}

/** The calls that change a team, each with its input. */
type Changes = {
  invite: Newcomer;
  resend: { id: string };
  withdraw: { id: string };
  setRole: { userId: string; role: Role };
  requireTwoFactor: { required: boolean };
  remove: { userId: string };
};

const UNCHANGED: Partial<Record<keyof Changes, string>> = {
  invite: "No invitation was sent.",
  resend: "No e-mail was sent.",
  withdraw: "The invitation was not cancelled.",
};
const FIELDS: Partial<Record<keyof Changes, readonly string[]>> = {
  invite: ["email", "name", "role"],
  setRole: ["role"],
};

/** A call that changes a team, which is read again after it. */
export function useTeamChange<Name extends keyof Changes>(
  of: TeamOf,
  name: Name,
  onDone: (input: Changes[Name]) => void = () => undefined,
) {
  const client = useTRPCClient();
  const procedures: Record<keyof Changes, { mutate(input: Changes[keyof Changes]): Promise<unknown> }> =
    "partnerId" in of ? client.partnerTeam : client.team;
  return useCall((input: Changes[Name]) => procedures[name].mutate({ ...of, ...input }), {
    unchanged: UNCHANGED[name] ?? "Nothing was changed.",
    fields: FIELDS[name] ?? [],
    changes: [{ queryKey: ["team"] }],
    onDone: (_answer, input) => onDone(input),
  });
}
