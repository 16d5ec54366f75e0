import { z } from "zod";
import { checkNewCredential, createCredential } from "../../identity/credentials/create-credential";
import type { CredentialLimits } from "../../identity/credentials/credential-limits";
import type { CredentialOwnerInput } from "../../identity/credentials/credential-owner";
import { disableCredential } from "../../identity/credentials/disable-credential";
import { limitCredential } from "../../identity/credentials/limit-credential";
import { type CredentialListItem, listCredentials } from "../../identity/credentials/list-credentials";
import { startError } from "../../lib/config/start-error";
import type { Scope } from "../../lib/context";
import type { Command, Given, Option } from "../command";

/** The options that select the owner of client credentials. */
const OWNER_OPTIONS: Record<string, Option> = {
  merchant: { value: "<uuid>", description: "The merchant" },
  partner: { value: "<uuid>", description: "The partner" },
  admin: { value: null, description: "The operator: all merchants" },
};

/** The owner that the options name. Throws a start error unless they name exactly one. */
function ownerGiven(command: string, given: Given): CredentialOwnerInput {
  const merchantId = given.text("merchant");
  const partnerId = given.text("partner");
  if ([merchantId !== undefined, partnerId !== undefined, given.isSet("admin")].filter(Boolean).length !== 1) {
    throw startError(`"${command}" needs one of --merchant <uuid>, --partner <uuid> or --admin.`);
  }
  if (partnerId !== undefined) return { partnerId };
  return merchantId === undefined ? "admin" : { merchantId };
}

/** The options by which a command limits a credential. */
const LIMIT_OPTIONS: Record<string, Option> = {
  ends: { value: "<time>", description: "The end, such as 2027-01-31 or 2027-01-31T12:00:00Z" },
  allow: { value: "<a,b>", description: "Only from these addresses or networks, such as 203.0.113.0/24" },
};

/** Of a date that exists: JavaScript's own reader makes 1 March of 29 February 2027. A time has its zone. */
const endTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** The limits that they name. Throws a plain sentence for what is no time. */
function limitsGiven(given: Given): CredentialLimits {
  const [ends, allow] = [given.text("ends"), given.text("allow")];
  const endsAt = ends === undefined || ends === "none" ? null : new Date(ends);
  if (endsAt && !endTime.safeParse(ends).success) {
    throw startError(`--ends ${ends} is not a date or a time with a zone. Use 2027-01-31 or 2027-01-31T12:00:00Z.`);
  }
  const allowedNetworks = allow === "any" ? [] : allow?.split(",").filter((entry) => entry.trim() !== "");
  // An unset variable of a shell, as in --allow "$NETWORK", must not allow every address.
  if (allow !== "any" && allowedNetworks?.length === 0)
    throw startError("--allow needs an address or a network, or: any.");
  return {
    ...(ends === undefined ? {} : { endsAt }),
    ...(allowedNetworks === undefined ? {} : { allowedNetworks }),
  };
}

type Limits = Pick<CredentialListItem, "scopes" | "testOnly" | "endsAt" | "allowedNetworks">;

const asJson = ({ scopes, testOnly, endsAt, allowedNetworks }: Limits) => ({
  scopes,
  test_only: testOnly,
  ends_at: endsAt,
  allowed_networks: allowedNetworks,
});

function formatLimits({ scopes, testOnly, endsAt, allowedNetworks }: Limits): string {
  return [
    scopes.length > 0 ? scopes.join(",") : "all scopes",
    ...(testOnly ? ["test only"] : []),
    ...(endsAt ? [`until ${endsAt.toISOString()}`] : []),
    ...(allowedNetworks.length > 0 ? [`from ${allowedNetworks.join(" ")}`] : []),
  ].join(", ");
}

const create: Command = {
  name: "credential create",
  summary: "Create client credentials of a merchant, a partner or the operator. The secret is shown once.",
  options: {
    name: { value: "<text>", description: "What the credentials are used for", required: true },
    ...OWNER_OPTIONS,
    scopes: { value: "<a,b>", description: "Only these scopes: read, payments, webhooks" },
    "test-only": { value: null, description: "Only test payments" },
    ...LIMIT_OPTIONS,
  },
  run: async (ctx, given) => {
    const owner = ownerGiven("credential create", given);
    const scopes = given.text("scopes");
    const input = {
      name: given.text("name") ?? "",
      ...limitsGiven(given),
      // The use-case refuses what is no scope.
      ...(scopes === undefined ? {} : { scopes: scopes.split(",") as Scope[] }),
    };
    const testOnly = given.isSet("test-only");
    const { limits, ...checked } = checkNewCredential(input);
    const stored = { scopes: checked.scopes, testOnly, ...limits.row };
    const { client_id, client_secret } = await createCredential(ctx, { ...input, owner, testOnly });
    const lines = [
      `client_id:     ${client_id}`,
      `client_secret: ${client_secret}`,
      `Limits:        ${formatLimits(stored)}`,
      "The secret will not be shown again.",
    ];
    return { json: { client_id, client_secret, ...asJson(stored) }, text: lines.join("\n") };
  },
};

const list: Command = {
  name: "credential list",
  summary: "List client credentials of a merchant, a partner or the operator, newest first, without secrets.",
  options: OWNER_OPTIONS,
  run: async (ctx, given) => {
    const credentials = await listCredentials(ctx, ownerGiven("credential list", given));
    const lines = credentials.map((item) => [item.id, stateOf(item), formatLimits(item), item.name].join("  "));
    const json = credentials.map((item) => ({
      client_id: item.id,
      name: item.name,
      ...asJson(item),
      created_at: item.createdAt,
      disabled_at: item.disabledAt,
      last_used_at: item.lastUsedAt,
    }));
    return { json, text: lines.length > 0 ? lines.join("\n") : "No client credentials." };
  },
};

function stateOf({ disabledAt, hasEnded }: CredentialListItem): string {
  if (disabledAt) return "disabled";
  return hasEnded ? "ended" : "active";
}

const limit: Command = {
  name: "credential limit",
  summary:
    "Change the end or the allowed IP addresses of client credentials. --ends none and --allow any remove a limit.",
  options: { id: { value: "<uuid>", description: "The client_id", required: true }, ...LIMIT_OPTIONS },
  run: async (ctx, given) => {
    const id = given.text("id") ?? "";
    const limits = limitsGiven(given);
    if (Object.keys(limits).length === 0) throw startError('"credential limit" needs --ends <time> or --allow <a,b>.');
    const { endsAt, allowedNetworks } = await limitCredential(ctx, { id, ...limits });
    const until = endsAt ? `until ${endsAt.toISOString()}` : "with no end";
    const from = allowedNetworks.length > 0 ? `from ${allowedNetworks.join(", ")}` : "from any address";
    const json = { client_id: id, ends_at: endsAt, allowed_networks: allowedNetworks };
    return { json, text: `${id} works ${until}, ${from}.` };
  },
};

const disable: Command = {
  name: "credential disable",
  summary: "Disable client credentials: their tokens stop working within a second.",
  options: { id: { value: "<uuid>", description: "The client_id", required: true } },
  run: async (ctx, given) => {
    const id = given.text("id") ?? "";
    await disableCredential(ctx, { id });
    return { json: { client_id: id, disabled: true }, text: `Disabled: ${id}` };
  },
};

export const credentialCommands: readonly Command[] = [create, list, limit, disable];
