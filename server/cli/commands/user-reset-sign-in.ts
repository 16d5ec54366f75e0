import { resetSignIn } from "../../access/reset-sign-in";
import type { Command } from "../command";

export const userResetSignInCommand: Command = {
  name: "user reset-sign-in",
  summary: "Take a person's passkeys and second step away, for somebody who has lost them; they are told by mail.",
  options: { email: { value: "<address>", description: "Who", required: true } },
  run: async (ctx, given) => {
    const { id, passkeys, secondStep } = await resetSignIn(ctx, { email: given.text("email") ?? "" });
    const gone = `${passkeys} passkeys and ${secondStep ? "the" : "no"} second step`;
    return { json: { id, passkeys, second_step: secondStep }, text: `Removed ${gone} of ${id}` };
  },
};
