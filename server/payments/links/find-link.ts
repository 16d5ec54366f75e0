import type { Ctx } from "../../lib/context";
import { sha256 } from "../../lib/crypto";
import { dbOf } from "../../lib/db";
import { type LinkStatus, linkStatus } from "./rules";
import { countView, findLinkById, findLinkByTokenHash, type LinkRow } from "./store";

export type PaymentLink = LinkRow & { status: LinkStatus };

/** The link of a token, or null. `countView`: a person opened the page. */
export async function findLinkByToken(
  ctx: Pick<Ctx, "tx">,
  token: string,
  options: { countView: boolean } = { countView: false },
): Promise<PaymentLink | null> {
  const link = await findLinkByTokenHash(dbOf(ctx), sha256(token));
  if (!link) return null;
  if (options.countView) await countView(dbOf(ctx), link.id);
  return withStatus(link);
}

/** The link of a payment, or null. */
export async function findLink(ctx: Pick<Ctx, "tx">, id: string): Promise<PaymentLink | null> {
  const link = await findLinkById(dbOf(ctx), id);
  return link && withStatus(link);
}

function withStatus(link: LinkRow): PaymentLink {
  return { ...link, status: linkStatus(link, link.dbNow) };
}
