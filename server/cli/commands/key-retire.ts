import { retireKeys } from "../../entry/database/retire-keys";
import { deleteOldRecoveryCodes } from "../../identity/mfa/delete-recovery-codes";
import { env } from "../../lib/config/env";
import { rehashAccounts } from "../../payments/remembered-accounts/rehash-accounts";
import type { Command } from "../command";

const DELETE = "delete-recovery-codes";

export const keyRetireCommand: Command = {
  name: "key retire",
  summary:
    "Re-encrypt every sealed value with the first key of ENCRYPTION_KEY, so that the others can be removed. Can be repeated.",
  options: {
    [DELETE]: {
      value: null,
      description:
        "Also delete the recovery codes that only an older key verifies, and notify their users, who create new ones",
    },
  },
  run: async (ctx, given) => {
    const report = await retireKeys(env(), {
      ctx,
      rehash: () => rehashAccounts(ctx),
      deleteRecoveryCodes: given.isSet(DELETE) ? () => deleteOldRecoveryCodes(ctx) : null,
    });
    const { current, sealed, left, lost, codeOwners, retired } = report;
    const isDone = left.length === 0 && codeOwners === 0;
    // The other keys may be old ones, or a new one that is not in front yet.
    const hasOthers = env().encryptionKeys.length > 1 && sealed === 0 && retired.length === 0;
    const advice = hasOthers
      ? `${current} is the key in front, and no value that opens needs another. To replace it, put the new key in front first. An older key can be removed.`
      : `No value that opens needs another key: ENCRYPTION_KEY can now be ${current}:… alone.`;
    const lines = [
      `${sealed} values were sealed with ${current}.`,
      ...left.map(({ column, count }) => `${column}: ${count} values are still under another key. Run this again.`),
      ...(lost.values > 0
        ? [`${lost.values} values were sealed by ${lost.keys.join(", ")}, which is lost: nothing opens them.`]
        : []),
      ...(codeOwners > 0
        ? [
            `${codeOwners} users have recovery codes that only an older key verifies. Keep the older keys until these users have created new codes, or run this with --${DELETE}.`,
          ]
        : []),
      ...(isDone ? [advice] : []),
      ...(retired.length > 0 ? [`Retired: ${retired.join(", ")}.`] : []),
    ];
    return { json: report, text: lines.join("\n"), failed: left.length > 0 };
  },
};
