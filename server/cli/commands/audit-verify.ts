import { verifyChains } from "../../audit/verify-chain";
import { invalidField } from "../../lib/errors";
import { isUuid } from "../../lib/ids";
import type { Command } from "../command";

const NOTED = /^(\d{1,15}):([\da-f]{64})$/;

export const auditVerifyCommand: Command = {
  name: "audit verify",
  summary:
    "Verify the hash chains of the audit log. Exits with 1 if an entry was changed or removed, or the chain has none.",
  options: {
    chain: {
      value: "<uuid>",
      description: "Only this chain: the id of a merchant or partner, or zeros for the operator",
    },
    noted: {
      value: "<entry:hash>",
      description: "The end of that chain in an earlier check, kept outside the database",
    },
  },
  run: async (ctx, given) => {
    const [chain, text] = [given.text("chain"), given.text("noted")];
    if (chain !== undefined && !isUuid(chain)) throw invalidField("chain", "must be a UUID");
    if (text !== undefined && chain === undefined) throw invalidField("noted", "needs --chain");
    const [, seq = "", hash = ""] = NOTED.exec(text ?? "") ?? [];
    if (text !== undefined && hash === "")
      throw invalidField("noted", "must be an entry number and a hash, such as 120:9f86d0…");
    const noted = text === undefined ? undefined : { seq: BigInt(seq), hash };
    const reports = await verifyChains(ctx, { chainId: chain, noted });
    const chains = reports.map(({ chainId, position, fault }) => ({
      chain: chainId,
      entries: Number(position.seq),
      noted: `${position.seq}:${position.hash}`,
      fault: fault && { kind: fault.kind, entry: fault.seq === null ? null : Number(fault.seq), id: fault.id },
    }));
    const lines = chains.map(({ chain: id, noted: end, entries, fault }) => {
      if (fault) return `${id}  ${fault.kind.toUpperCase()} at entry ${fault.entry ?? fault.id}`;
      return entries === 0 ? `${id}  has no entries` : `${id}  intact  ${end}`;
    });
    // A chain without entries was given by a wrong id.
    const isWhole = chains.every(({ entries, fault }) => fault === null && entries > 0);
    return { json: { whole: isWhole, chains }, text: lines.join("\n") || "The log is empty.", failed: !isWhole };
  },
};
