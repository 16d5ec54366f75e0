import { resetSignIn } from "../../../identity/users/reset-sign-in";
import type { Command } from "../../command";

export const userResetSignInCommand: Command = {
  name: "user reset-sign-in",
  summary: "Remove a user's passkeys and two-factor authentication, and notify the user by e-mail.",
  options: { email: { value: "<address>", description: "The user's e-mail address", required: true } },
  run: async (ctx, given) => {
    const { id, passkeys, secondStep } = await resetSignIn(ctx, { email: given.text("email") ?? "" });
    const gone = `${passkeys} ${passkeys === 1 ? "passkey" : "passkeys"} and ${secondStep ? "the" : "no"} authenticator app`;
    return { json: { id, passkeys, second_step: secondStep }, text: `Removed ${gone} of ${id}` };
  },
};
