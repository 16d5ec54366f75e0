import type { inferRouterInputs } from "@trpc/server";
import type { ProcedurePath } from "../../server/identity/permissions/permissions";
import type { ErrorCode } from "../../server/lib/errors";
import type { AppRouter } from "../../server/trpc/router";
import type { ConsoleShop } from "./world";

type At<Inputs, Path extends string> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends keyof Inputs
    ? At<Inputs[Head], Rest>
    : never
  : Path extends keyof Inputs
    ? Inputs[Path]
    : never;

type Placeless<Input> = Input extends object ? Omit<Input, "merchantId" | "partnerId"> : Record<never, never>;

/** The input of a call besides its merchant or partner. */
type Brings<Path extends ProcedurePath> = Placeless<At<inferRouterInputs<AppRouter>, Path>>;

type Place = { merchantId?: string; partnerId?: string };

export type InputFrom<Brought> = (shop: ConsoleShop, turn: number) => (Brought & Place) | Promise<Brought & Place>;

/** How the tables of the Console's calls make a call, and its expected answers. */
export type AnyPlan = {
  /**
   * The owner: the input's `merchantId` or its `partnerId` (the tables set both), the platform, or the person of the
   * session.
   */
  at: "merchant" | "partner" | "platform" | "own";
  /** A valid input, made from a shop's objects; `turn` differs at every call, for unique names. */
  input?: InputFrom<object>;
  /**
   * Where the input names an object of the shop: the answer for another merchant's object, equal to that for a missing
   * one. `nothing`: a success that shows nothing and changes nothing.
   */
  foreign?: ErrorCode | "nothing";
  /** Other valid results of a permitted call, such as a limit. */
  also?: readonly ErrorCode[];
  /** A successful call needs the person's own device or mail, so every call here gets `also`. */
  proof?: true;
};

type Plan<Path extends ProcedurePath> = Omit<AnyPlan, "input"> &
  (Record<never, never> extends Brings<Path>
    ? { input?: InputFrom<Brings<Path>> }
    : { input: InputFrom<Brings<Path>> });

/** A row for each call of the Console. */
export type Plans = { [Path in ProcedurePath]: Plan<Path> };
