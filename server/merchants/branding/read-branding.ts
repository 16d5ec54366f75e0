import { env } from "../../lib/config/env";
import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { readableHost } from "../../lib/net/readable-host";
import { readMerchant } from "../read-merchant";
import { resolveMerchant } from "../resolve-merchant";
import { logoPath } from "../rules";
import { type AccentAdvice, adviseAccent } from "./accent";
import { findLogoFacts, type LogoFacts } from "./branding-store";
import { findLastRefusal, findOpenNameRequest, type RefusedName } from "./name-request-store";

/** The appearance of a merchant in the checkout, and the origins that may frame it. */
type Branding = {
  /** As customers and banks see it. */
  brandName: string;
  /** A name that waits for the operator's approval; null: none. */
  requestedName: { name: string; requestedAt: Date } | null;
  /** The last requested name, if the operator refused it and no other one waits. */
  refusedName: RefusedName | null;
  /** `#rrggbb` as the merchant set it; null: the default colour. */
  accent: string | null;
  advice: AccentAdvice | null;
  /** The version of name and colour. */
  version: number;
  logo: (LogoFacts & { hash: string; path: string }) | null;
  origins: {
    version: number;
    /**
     * `readable`: the host in its own letters where it has others than ASCII, of one script. `testOnly`: may not frame live payments.
     */
    list: { origin: string; readable: string | null; testOnly: boolean }[];
  };
  /** The address of this installation, for the code that a shop adds to its page. */
  baseUrl: string;
};

/** For a merchant's members. @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND */
export async function readBranding(ctx: Ctx, input: { merchantId?: string | undefined }): Promise<Branding> {
  const { id } = await resolveMerchant(ctx, input.merchantId);
  // Not from the cache, so that the page shows a change at once.
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
  const readable = readableHost(hostname);
  return { origin, readable: readable === hostname ? null : readable, testOnly: protocol === "http:" };
}
