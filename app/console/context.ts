import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { hasLiveConnections } from "@/server/connectors/profiles";
import { type ProcedurePath, permittedPaths } from "@/server/identity/permissions/permissions";
import { type ConsoleMerchant, chosenMerchant, findConsoleMerchants } from "@/server/identity/sessions/act-for";
import { rolesAt } from "@/server/identity/sessions/console-access";
import type { SignedInUser } from "@/server/identity/sessions/sessions";
import { createConsoleCaller } from "@/server/trpc/router";
import { hostCookie } from "../host-cookie";
import { requireSession } from "./session";

const PATH = "/console";
/** The cookie that holds the id of the merchant whose pages are shown. */
export const merchantCookie = () => hostCookie("bankside.chosen_merchant", "/");
/** Merchants in the list; others are found by search. */
const MERCHANTS_SHOWN = 20;
/** The cookie that holds the `Mode` of the pages. */
export const modeCookie = () => hostCookie("bankside.mode", PATH);

/** `live`: payments that move money. `test`: test payments. */
export type Mode = "live" | "test";

export type ConsolePage = {
  user: SignedInUser;
  /** The first merchants that the user may see, by name, and the total number. */
  merchants: { items: ConsoleMerchant[]; total: number };
  merchant: ConsoleMerchant;
  mode: Mode;
  /** Whether a live bank is connected. Without one there are only test payments. */
  hasLive: boolean;
  /**
   * The procedures that the user may call for this merchant. Pages hide the controls of others, which the server would
   * reject.
   */
  may: ProcedurePath[];
  /** The same procedures that the browser calls. */
  api: ReturnType<typeof createConsoleCaller>;
};

/**
 * The user and the merchant of a page of the Console. Each page calls it: a layout protects nothing. Without a session it
 * redirects to the sign-in; users of partners without a chosen merchant, to the choice. Null: a user without a role.
 */
export const consolePage = cache(async (): Promise<ConsolePage | null> => {
  const { session, ctx: called } = await requireSession(PATH);
  const ctx = { ...called, lookUps: new Map() };
  const { user } = session;
  const jar = await cookies();
  const merchant = await chosenMerchant(ctx, user, jar.get(merchantCookie().name)?.value);
  const merchants = await findConsoleMerchants(ctx, user, { search: "", limit: MERCHANTS_SHOWN });
  // A partner's user chooses the merchant.
  if (!merchant && user.memberships.length > 0) redirect("/acting");
  if (!merchant) return null;
  const may = permittedPaths((await rolesAt(ctx, user, merchant.id)).map(({ role }) => role));
  const hasLive = await hasLiveConnections();
  const mode = hasLive && jar.get(modeCookie().name)?.value !== "test" ? "live" : "test";
  return { user, merchants, merchant, mode, hasLive, may, api: createConsoleCaller({ ctx, session }) };
});

/** The context for a page; the layout handles users without a merchant. */
export async function requireConsolePage(): Promise<ConsolePage> {
  return (await consolePage()) ?? redirect("/console");
}

type Json<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Json<T[K]> } : T;

/** Converts data to their JSON form, so that server-rendered data equal data that are fetched later. */
export function asJson<T>(data: T): Json<T> {
  return JSON.parse(JSON.stringify(data)) as Json<T>;
}
