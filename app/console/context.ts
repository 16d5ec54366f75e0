import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { type ConsoleMerchant, chosenMerchant, findConsoleMerchants } from "@/server/access/act-for";
import { rolesAt } from "@/server/access/console-access";
import { type ProcedurePath, permittedPaths } from "@/server/access/permissions";
import type { SignedInUser } from "@/server/access/sessions";
import { hasLiveConnections } from "@/server/connectors/profiles";
import { requestIdOf } from "@/server/http/request-id";
import { type Ctx, PUBLIC_CALLER } from "@/server/lib/context";
import { createConsoleCaller } from "@/server/trpc/router";
import { hostCookie } from "../host-cookie";
import { getSession } from "./session";

const PATH = "/console";
/** The cookie that holds the id of the merchant whose pages are shown. */
export const merchantCookie = () => hostCookie("bankside.merchant", PATH);
/** More are found by their name. */
const MERCHANTS_SHOWN = 20;
/** The cookie that holds the `Mode` of the pages. */
export const modeCookie = () => hostCookie("bankside.mode", PATH);

/** Which payments the pages are about: those that move money, or the tests. */
export type Mode = "live" | "test";

export type ConsolePage = {
  user: SignedInUser;
  /** The first of those that the user may look at, by name, and how many there are. */
  merchants: { items: ConsoleMerchant[]; total: number };
  merchant: ConsoleMerchant;
  mode: Mode;
  /** Whether a bank is connected that moves money: without one there is nothing but tests. */
  hasLive: boolean;
  /** The calls that the user may make for this merchant: what else a page offers would be refused. */
  may: ProcedurePath[];
  /** The same procedures that the browser calls. */
  api: ReturnType<typeof createConsoleCaller>;
};

/**
 * What every page of the Console begins with: who is signed in, and whose pages are shown. Each page asks for itself; a
 * layout protects nothing. Nobody signed in: on to the sign-in; who acts for others: on to choosing for whom. A user without a role: null.
 */
export const consolePage = cache(async (): Promise<ConsolePage | null> => {
  const session = await getSession();
  const requestHeaders = await headers();
  if (!session) redirect(`/sign-in?to=${encodeURIComponent(requestHeaders.get("x-bankside-path") ?? "/console")}`);
  if (session.needsTwoFactor) redirect("/account");
  const ctx: Ctx = { caller: PUBLIC_CALLER, requestId: requestIdOf(requestHeaders), ip: null };
  const { user } = session;
  const jar = await cookies();
  const merchant = await chosenMerchant(ctx, user, jar.get(merchantCookie().name)?.value);
  const merchants = await findConsoleMerchants(ctx, user, { search: "", limit: MERCHANTS_SHOWN });
  // Whom to act for is chosen, never guessed.
  if (!merchant && user.memberships.length > 0) redirect("/acting");
  if (!merchant) return null;
  const may = permittedPaths((await rolesAt(ctx, user, merchant.id)).map(({ role }) => role));
  const hasLive = await hasLiveConnections();
  const mode = hasLive && jar.get(modeCookie().name)?.value !== "test" ? "live" : "test";
  return { user, merchants, merchant, mode, hasLive, may, api: createConsoleCaller({ ctx, session }) };
});

/** As a page needs it: the layout has said already what there is to say to a user without a merchant. */
export async function requireConsolePage(): Promise<ConsolePage> {
  return (await consolePage()) ?? redirect("/console");
}

type Json<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Json<T[K]> } : T;

/** Data as it arrives over the wire, so that the first view and what is fetched later are the same. */
export function asJson<T>(data: T): Json<T> {
  return JSON.parse(JSON.stringify(data)) as Json<T>;
}
