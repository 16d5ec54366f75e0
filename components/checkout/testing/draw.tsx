import { renderToStaticMarkup } from "react-dom/server";
import { CheckoutDocument } from "../Document";
import type { CheckoutPage } from "../model";
import type { Drawing, ShopperState } from "./states";

/** What a browser needs to show a state: where the style sheet and the script are. */
type Assets = CheckoutPage["assets"];

/** A state as the document that the server would send; what only the script shows is shown. */
export function drawState(state: ShopperState, drawing: Drawing, assets?: Assets): string {
  const page = { ...state.page(drawing), ...(assets && { assets }) };
  const html = `<!doctype html>${renderToStaticMarkup(<CheckoutDocument page={page} />)}`;
  return state.reveals === null ? html : reveal(html, state.reveals);
}

function reveal(html: string, selector: string): string {
  const attribute = selector.replace(/^\[(.*)=(.*)\]$/, '$1="$2"');
  const shown = html.replace(`${attribute} hidden=""`, attribute);
  if (shown === html) throw new Error(`Nothing hidden is ${selector}.`);
  return shown;
}
