import { addressOf, cursorOf, knownOf, type Search, UUID, without } from "./filter-address";
import {
  type AmountAndTime,
  amountAndTimeSearch,
  fittingOf,
  onlySet,
  readAmountAndTime,
  SPAN_PARTS,
} from "./filter-span";
import type { Movements } from "./movements-words";

export type MovementKind = keyof Movements["counts"];

/** Which movements a page shows: as the call takes it, but for the mode, which is the page's. */
export type MovementsFilter = AmountAndTime & { kind?: MovementKind; accountId?: string };

export const MOVEMENTS_PATH = "/console/balances/movements";

/** In the order of the tabs. */
export const MOVEMENT_TABS: readonly { kind: MovementKind; words: string }[] = [
  { kind: "payment", words: "Payments" },
  { kind: "returned", words: "Went back" },
  { kind: "unplaced", words: "Without a payment" },
  { kind: "set_aside", words: "Set aside" },
  { kind: "other", words: "Other" },
];

/** The filter and the page that an address asks for. What no page ever wrote there is passed over. */
export function readMovementsSearch(search: Search): { filter: MovementsFilter; cursor?: string } {
  const cursor = cursorOf(search);
  const kinds = MOVEMENT_TABS.map(({ kind }) => kind);
  const filter = {
    ...readAmountAndTime(search),
    ...onlySet<Pick<MovementsFilter, "kind" | "accountId">>({
      kind: knownOf(search, "show", kinds),
      accountId: fittingOf(search, "account", UUID),
    }),
  };
  return { filter, ...(cursor ? { cursor } : {}) };
}

/** The address of a page of the list: what `readMovementsSearch` reads. */
export function movementsPath(filter: MovementsFilter, cursor?: string, path: string = MOVEMENTS_PATH): string {
  const { kind, accountId } = filter;
  return addressOf(path, { show: kind, account: accountId, ...amountAndTimeSearch(filter), at: cursor });
}

/** The parts of a filter that a person set and can take away, each with its words. */
export function setMovementParts(filter: MovementsFilter): { words: string; rest: MovementsFilter }[] {
  const parts: [string, (keyof MovementsFilter)[]][] = [
    ["what it is", ["kind"]],
    ["the account", ["accountId"]],
    ...SPAN_PARTS,
  ];
  return parts
    .filter(([, names]) => names.some((name) => filter[name] !== undefined))
    .map(([words, names]) => ({ words, rest: without(filter, ...names) }));
}
