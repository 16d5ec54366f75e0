import type { Ctx } from "../../lib/context";
import { open } from "../../lib/crypto";
import { inTransaction, type Tx } from "../../lib/db";
import { AppError, invalidField } from "../../lib/errors";
import { isUuid } from "../../lib/ids";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import {
  BEGINNING,
  findListener,
  findPositionBefore,
  findPresent,
  forgetForeignTransactions,
  type ListenerRow,
  type Position,
  savePosition,
} from "./listener-store";

const EVENT_ID = /^(?:evt_)?(?<id>.*)$/;

/** Where a listener begins: at new events, at the first one, or at this event; undefined: at its position. */
export type From = "now" | "start" | (string & {}) | undefined;

export type OpenListener = {
  id: string;
  name: string;
  merchantId: string;
  brandName: string;
  /** Signs its events; permanent. */
  secret: string;
  cluster: string;
  position: Position;
  /**
   * `went-on`: from its position. `moved`: the database came from another server, where its position is meaningless.
   */
  began: "went-on" | "now" | "start" | "event" | "moved";
};

/**
 * Opens the listener at its position, moved to `from` if given. The caller holds its lock (`lock-listener.ts`).
 * @throws AppError VALIDATION_ERROR, NOT_FOUND, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function positionListener(
  ctx: Ctx,
  input: { merchantId: string; name: string; isNew: boolean; from: From },
): Promise<OpenListener> {
  const { id: merchantId, brandName } = await resolveMerchant(ctx, input.merchantId);
  return inTransaction(ctx, async (tx) => {
    const row = await findListener(tx, merchantId, input.name);
    if (!row) throw new AppError("NOT_FOUND", { message: "No such listener." });
    await forgetForeignTransactions(tx, merchantId);
    const found = await positionOf(tx, merchantId, row, input);
    await savePosition(tx, row.id, found.position, found.cluster);
    const { id, secretSealed } = row;
    return { id, name: input.name, merchantId, brandName, secret: open(secretSealed, id), ...found };
  });
}

async function positionOf(
  tx: Tx,
  merchantId: string,
  row: ListenerRow,
  { from, isNew }: { from: From; isNew: boolean },
): Promise<Pick<OpenListener, "position" | "cluster" | "began">> {
  const present = await findPresent(tx);
  const { cluster } = present;
  if (from === "now") return { ...present, began: "now" };
  if (from === "start") return { position: BEGINNING, cluster, began: "start" };
  if (from !== undefined) return { position: await positionBefore(tx, merchantId, from), cluster, began: "event" };
  if (isNew) return { position: row.position, cluster, began: "now" };
  if (row.cluster !== cluster) return { ...present, began: "moved" };
  return { position: row.position, cluster, began: "went-on" };
}

async function positionBefore(tx: Tx, merchantId: string, from: string): Promise<Position> {
  const id = EVENT_ID.exec(from)?.groups?.["id"] ?? "";
  if (!isUuid(id)) throw invalidField("from", "must be now, start or an event ID");
  const position = await findPositionBefore(tx, merchantId, id);
  if (!position) throw invalidField("from", "is not an event of a test payment of this merchant");
  return position;
}
