"use client";

import { useQuery } from "@tanstack/react-query";
import { useCall } from "../../ui/use-action";
import { useTRPCClient } from "../frame/queries";
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

/** A call that changes a team, which is read again after it. */
function useChange<Input>(
  change: (input: Input) => Promise<unknown>,
  unchanged: string,
  onDone: (input: Input) => void,
  fields: readonly string[] = [],
) {
  return useCall(change, {
    unchanged,
    fields,
    changes: [{ queryKey: ["team"] }],
    onDone: (_answer, input) => onDone(input),
  });
}

export function useInvite(of: TeamOf, onDone: (input: Newcomer) => void) {
  const client = useTRPCClient();
  return useChange(
    (input: Newcomer) =>
      "partnerId" in of
        ? client.partnerTeam.invite.mutate({ ...of, ...input })
        : client.team.invite.mutate({ ...of, ...input }),
    "No invitation was sent.",
    onDone,
    ["email", "name", "role"],
  );
}

export function useResend(of: TeamOf, onDone: (input: { id: string }) => void) {
  const client = useTRPCClient();
  return useChange(
    (input: { id: string }) =>
      "partnerId" in of
        ? client.partnerTeam.resend.mutate({ ...of, ...input })
        : client.team.resend.mutate({ ...of, ...input }),
    "No e-mail was sent.",
    onDone,
  );
}

export function useWithdraw(of: TeamOf, onDone: (input: { id: string }) => void) {
  const client = useTRPCClient();
  return useChange(
    (input: { id: string }) =>
      "partnerId" in of
        ? client.partnerTeam.withdraw.mutate({ ...of, ...input })
        : client.team.withdraw.mutate({ ...of, ...input }),
    "The invitation was not cancelled.",
    onDone,
  );
}

export function useSetRole(of: TeamOf, onDone: (input: { userId: string; role: Role }) => void) {
  const client = useTRPCClient();
  return useChange(
    (input: { userId: string; role: Role }) =>
      "partnerId" in of
        ? client.partnerTeam.setRole.mutate({ ...of, ...input })
        : client.team.setRole.mutate({ ...of, ...input }),
    "Nothing was changed.",
    onDone,
    ["role"],
  );
}

export function useRequireTwoFactor(of: TeamOf) {
  const client = useTRPCClient();
  return useChange(
    (input: { required: boolean }) =>
      "partnerId" in of
        ? client.partnerTeam.requireTwoFactor.mutate({ ...of, ...input })
        : client.team.requireTwoFactor.mutate({ ...of, ...input }),
    "Nothing was changed.",
    () => undefined,
  );
}

export function useRemove(of: TeamOf, onDone: (input: { userId: string }) => void) {
  const client = useTRPCClient();
  return useChange(
    (input: { userId: string }) =>
      "partnerId" in of
        ? client.partnerTeam.remove.mutate({ ...of, ...input })
        : client.team.remove.mutate({ ...of, ...input }),
    "Nothing was changed.",
    onDone,
  );
}
