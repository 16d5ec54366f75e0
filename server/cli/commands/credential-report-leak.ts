import { text as readAll } from "node:stream/consumers";
import { reportLeakedSecret, type SecretOwner } from "../../identity/credentials/report-leaked-secret";
import { startError } from "../../lib/config/start-error";
import type { Ctx } from "../../lib/context";
import { reportLeakedSigningSecret } from "../../webhooks/secrets/report-leaked-signing-secret";
import type { Command, CommandOutput } from "../command";

export const credentialReportLeakCommand: Command = {
  name: "credential report-leak",
  summary: "Find the owner of a leaked client secret, token or webhook secret, and revoke it.",
  options: {
    secret: {
      value: "<text>",
      description: "The leaked secret. Standard input is safer: other users of the machine can see arguments",
    },
    confirm: { value: null, description: "Revoke it and e-mail its owners. Without this option: only show the owner" },
  },
  run: async (ctx, given) => {
    const secret = (given.text("secret") ?? (await readAll(process.stdin))).trim();
    if (secret === "") throw startError('"credential report-leak" needs the secret, from --secret or standard input.');
    const confirm = given.isSet("confirm");
    return (await aboutSigningSecret(ctx, secret, confirm)) ?? (await aboutSecret(ctx, secret, confirm)) ?? NOT_OURS;
  },
};

const NOT_OURS: CommandOutput = {
  json: { found: false },
  text: "This is not a secret of this installation, or an expired token that has been deleted. Nothing was changed.",
  failed: true,
};

async function aboutSigningSecret(ctx: Ctx, secret: string, confirm: boolean): Promise<CommandOutput | null> {
  if (!secret.startsWith("whsec_")) return null;
  const owner = await reportLeakedSigningSecret(ctx, { secret, notify: confirm });
  if (!owner) return null;
  const { merchantId, endpointName, prepared } = owner;
  const where = endpointName === null ? "the default endpoint" : `the endpoint ${endpointName}`;
  const what = `${prepared ? "Prepared signing" : "Signing"} secret of ${where} of merchant ${merchantId}.`;
  const advice = prepared ? "to discard it" : "how to replace it";
  const effect = prepared
    ? "It signs nothing, but their server may accept it already: only they can remove it there."
    : "It still signs deliveries until they do: only their server can stop accepting it.";
  const done = confirm
    ? `The owners were e-mailed ${advice}. ${effect}`
    : `Nothing was changed. With --confirm the owners are e-mailed ${advice}.`;
  const kind = "webhook signing secret";
  const json = { found: true, kind, merchant_id: merchantId, endpoint: endpointName, prepared };
  return { json: { ...json, revoked: false, mailed: confirm }, text: `${what}\n${done}` };
}

async function aboutSecret(ctx: Ctx, secret: string, revoke: boolean): Promise<CommandOutput | null> {
  const owner = await reportLeakedSecret(ctx, { secret, revoke });
  if (!owner) return null;
  const { kind, name, works, credentialId, userId, merchantId, partnerId } = owner;
  const json = {
    ...{ found: true, kind, name, client_id: credentialId, user_id: userId },
    ...{ merchant_id: merchantId, partner_id: partnerId, worked: works, revoked: revoke, mailed: revoke },
  };
  return { json, text: `${describe(owner)}\n${outcome(owner, revoke)}` };
}

function describe({ kind, name, works, credentialId, merchantId, partnerId }: SecretOwner): string {
  const holder = credentialId === null ? `the user ${name}` : `the client credentials ${name} (${credentialId})`;
  const place =
    merchantId !== null ? `merchant ${merchantId}` : partnerId !== null ? `partner ${partnerId}` : "the operator";
  const start = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  return `${start} of ${holder} of ${place}. It ${works ? "works" : "no longer works"}.`;
}

function outcome({ familyId }: SecretOwner, revoked: boolean): string {
  const what = familyId === null ? "the client credentials are disabled" : "all tokens of the same sign-in are revoked";
  if (!revoked) return `Nothing was changed. With --confirm ${what}, and the owners are e-mailed.`;
  return `Done: ${what}, and the owners were e-mailed.`;
}
