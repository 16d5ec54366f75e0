import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { showAddress } from "../filter/filter-address";
import { goBack } from "./block-back";

/** In the state of a history entry: the entry before it is the same page without the layer. */
const OPENED_HERE = { isLayer: true };

/**
 * The layer that is open over a page: a parameter of the address, with a value such as an ID. Back closes it, and a
 * reload keeps it. `names`: the layers of the page, of which one is open at a time.
 */
export function useOpenLayer<K extends string>(...names: readonly K[]) {
  const params = useSearchParams();
  const name = names.find((one) => params.has(one)) ?? null;
  const show = (next: K, value = "") => {
    const { wasOpen, address } = withoutLayers(names);
    address.searchParams.set(next, value);
    const state = !wasOpen || isOpenedHere() ? OPENED_HERE : null;
    showAddress(address.pathname + address.search, wasOpen ? "replace" : "push", state);
  };
  const close = () => {
    const { wasOpen, address } = withoutLayers(names);
    // One press of Back then leaves the page, as if the layer had never been open.
    if (wasOpen && isOpenedHere()) goBack();
    else if (wasOpen) showAddress(address.pathname + address.search);
  };
  return { open: name, value: name === null ? "" : (params.get(name) ?? ""), show, close };
}

/** The row with the ID that the address names. It stays while its layer is open, also if it leaves the list meanwhile. */
export function useNamedRow<Row>(id: string, rows: readonly Row[], idOf: (row: Row) => string): Row | undefined {
  const [last, keep] = useState<Row>();
  const found = rows.find((row) => idOf(row) === id);
  if (found !== undefined && found !== last) keep(found);
  return found ?? (last !== undefined && idOf(last) === id ? last : undefined);
}

function withoutLayers(names: readonly string[]): { wasOpen: boolean; address: URL } {
  const address = new URL(window.location.href);
  const wasOpen = names.some((one) => address.searchParams.has(one));
  for (const one of names) address.searchParams.delete(one);
  return { wasOpen, address };
}

function isOpenedHere(): boolean {
  return (window.history.state as Partial<typeof OPENED_HERE> | null)?.isLayer === true;
}
