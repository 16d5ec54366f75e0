import { verifyChains } from "../../audit/verify-chains";
import { invalidField } from "../../lib/errors";
import { isUuid } from "../../lib/ids";
import type { Command } from "../command";

const NOTED = /^(\d{1,15}):([\da-f]{64})$/;

export const auditVerifyCommand: Command = {
  name: "audit verify",
  summary:
    "Check the chains of the audit log from their first entry to their last; ends with 1 where one does not hold.",
  options: {
    chain: { value: "<uuid>", description: "One chain alone: of a merchant, of a partner, or zeros for the platform" },
    noted: { value: "<entry:hash>", description: "What an earlier check said of that chain, kept elsewhere since" },
  },
  run: async (ctx, given) => {
    const [chain, text] = [given.text("chain"), given.text("noted")];
    if (chain !== undefined && !isUuid(chain)) throw invalidField("chain", "is no id");
    if (text !== undefined && chain === undefined) throw invalidField("noted", "is of one chain: name it by --chain");
    const [, seq = "", hash = ""] = NOTED.exec(text ?? "") ?? [];
    if (text !== undefined && hash === "") throw invalidField("noted", "is no entry and hash, as in 120:9f86d0…");
    const noted = text === undefined ? undefined : { seq: BigInt(seq), hash };
    const reports = await verifyChains(ctx, { chainId: chain, noted });
    const chains = reports.map(({ chainId, place, fault }) => ({
      chain: chainId,
      entries: Number(place.seq),
      noted: `${place.seq}:${place.hash}`,
      fault: fault && { kind: fault.kind, entry: fault.seq === null ? null : Number(fault.seq), id: fault.id },
    }));
    const lines = chains.map(({ chain: id, noted: end, fault }) =>
      fault ? `${id}  ${fault.kind.toUpperCase()} at entry ${fault.entry ?? fault.id}` : `${id}  whole  ${end}`,
    );
    const isWhole = chains.every(({ fault }) => fault === null);
    return { json: { whole: isWhole, chains }, text: lines.join("\n") || "The log is empty.", failed: !isWhole };
  },
};
