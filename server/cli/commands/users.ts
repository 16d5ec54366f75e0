import { USER_ROLES, type UserRole } from "../../identity/rules";
import { createUser } from "../../identity/users/create-user";
import { resetSignIn } from "../../identity/users/reset-sign-in";
import { switchUser } from "../../identity/users/switch-user";
import { takeRole } from "../../identity/users/take-role";
import { startError } from "../../lib/config/start-error";
import { normaliseMailAddress } from "../../mail/mail-address";
import { type Command, switchCommands } from "../command";

const ROLES = USER_ROLES.join(", ");

const options = { email: { value: "<address>", description: "The user's e-mail address", required: true } } as const;

const create: Command = {
  name: "user create",
  summary: "Create a user of the Console, or give an existing user another role.",
  options: {
    email: {
      value: "<address>",
      description: "The e-mail address, which receives sign-in codes",
      required: true,
      check: (value) => (normaliseMailAddress(value) === null ? "Enter an e-mail address." : null),
    },
    name: { value: "<text>", description: "The person's name", required: true },
    role: {
      value: "<role>",
      description: ROLES,
      required: true,
      check: (value) => (USER_ROLES.some((role) => role === value) ? null : `Choose one of ${ROLES}.`),
    },
    merchant: { value: "<uuid>", description: "The merchant of the role" },
    partner: { value: "<uuid>", description: "The partner of the role; with neither, the operator" },
  },
  run: async (ctx, given) => {
    const merchantId = given.text("merchant");
    const partnerId = given.text("partner");
    const user = await createUser(ctx, {
      email: given.text("email") ?? "",
      name: given.text("name") ?? "",
      // The use-case refuses an unknown role.
      role: given.text("role") as UserRole,
      ...(merchantId === undefined ? {} : { merchantId }),
      ...(partnerId === undefined ? {} : { partnerId }),
    });
    const role = given.text("role") ?? "";
    const change = user.from === null ? role : `${user.from} → ${role}`;
    return { json: { ...user, role }, text: `User ${user.email}: ${user.id}, role ${change}` };
  },
};

const removeRole: Command = {
  name: "user remove-role",
  summary: "Remove a user's role. Tokens that use it stop working within a second.",
  options: {
    email: { value: "<address>", description: "The user's e-mail address", required: true },
    merchant: { value: "<uuid>", description: "The merchant of the role" },
    partner: { value: "<uuid>", description: "The partner of the role; with neither, the operator" },
  },
  run: async (ctx, given) => {
    const merchantId = given.text("merchant") ?? null;
    const partnerId = given.text("partner") ?? null;
    if (merchantId !== null && partnerId !== null) throw startError("Use --merchant or --partner, not both.");
    const { id, role } = await takeRole(ctx, { email: given.text("email") ?? "", context: { merchantId, partnerId } });
    return { json: { id, role }, text: `Removed the role ${role} of ${id}` };
  },
};

const reset: Command = {
  name: "user reset-sign-in",
  summary: "Remove a user's passkeys and two-factor authentication, and notify the user by e-mail.",
  options,
  run: async (ctx, given) => {
    const { id, passkeys, twoFactor } = await resetSignIn(ctx, { email: given.text("email") ?? "" });
    const gone = `${passkeys} ${passkeys === 1 ? "passkey" : "passkeys"} and ${twoFactor ? "the" : "no"} authenticator app`;
    return { json: { id, passkeys, second_step: twoFactor }, text: `Removed ${gone} of ${id}` };
  },
};

const switches = switchCommands("user", {
  options,
  disable: "Disable a user: sessions end, and tokens stop working within a second.",
  enable: "Enable a disabled user.",
  run: async (ctx, given, to) => {
    const { id } = await switchUser(ctx, { email: given.text("email") ?? "", to });
    return { subject: id, json: { id, disabled: to === "disabled" } };
  },
});

export const userCommands: readonly Command[] = [create, removeRole, reset, ...switches];
