import { domainToUnicode } from "node:url";
import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { env } from "../lib/env";
import { type AccentAdvice, adviseAccent } from "./accent";
import { findLogoFacts, type LogoFacts } from "./branding-store";
import { findLastRefusal, findOpenNameRequest, type RefusedName } from "./name-request-store";
import { readMerchant } from "./read-merchant";
import { resolveMerchant } from "./resolve-merchant";
import { logoPath } from "./rules";

/** How a merchant appears in the checkout, and who may frame it. */
export type Branding = {
  /** As customers and banks see it. */
  brandName: string;
  /** A name that waits for the operator's approval; null: none does. */
  requestedName: { name: string; requestedAt: Date } | null;
  /** The last name that was asked for, if the operator refused it and none waits. */
  refusedName: RefusedName | null;
  /** `#rrggbb`, as the merchant gave it, and what is drawn of it; null: ours. */
  accent: string | null;
  advice: AccentAdvice | null;
  /** Of name and colour. */
  version: number;
  logo: (LogoFacts & { hash: string; path: string }) | null;
  origins: {
    version: number;
    /** `readable`: where the host has other letters than ASCII, the host in them. `testOnly`: no live payment is framed. */
    list: { origin: string; readable: string | null; testOnly: boolean }[];
  };
  /** Where this installation is reached, for the lines that a shop puts on its page. */
  baseUrl: string;
};

/** For who looks after a merchant. @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND */
export async function readBranding(ctx: Ctx, input: { merchantId?: string | undefined }): Promise<Branding> {
  const { id } = await resolveMerchant(ctx, input.merchantId);
  // Read anew: what was just written is what the page has to show.
  const merchant = await readMerchant(ctx, id);
  const { brandName, accent, logoHash, allowedOrigins } = merchant;
  const db = dbOf(ctx);
  const open = await findOpenNameRequest(db, id);
  const facts = logoHash === null ? null : await findLogoFacts(db, id);
  return {
    brandName,
    requestedName: open && { name: open.name, requestedAt: open.createdAt },
    refusedName: open === null ? await findLastRefusal(db, id) : null,
    accent,
    advice: accent === null ? null : adviseAccent(accent),
    version: merchant.brandingVersion,
    logo: facts && logoHash !== null ? { ...facts, hash: logoHash, path: logoPath(logoHash) } : null,
    origins: { version: merchant.originsVersion, list: allowedOrigins.map(shownOrigin) },
    baseUrl: env().baseUrl,
  };
}

function shownOrigin(origin: string) {
  const { protocol, hostname } = new URL(origin);
  const readable = domainToUnicode(hostname);
  return { origin, readable: readable === hostname ? null : readable, testOnly: protocol === "http:" };
}
