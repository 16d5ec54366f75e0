import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { CheckoutDocument, PlainDocument, ReturnDocument } from "../Document";
import { translatorFor } from "../languages/translator";
import { notFound, type Plain, returnNotFound, trouble } from "../plain";
import { ReceiptDocument } from "../Receipt";
import { type Drawing, type ShopperState, STATES, stateNamed } from "./states";

/** Addresses of the style sheet and the script that a browser loads. */
type Assets = { css: string; font: string; js: string; receiptCss: string; early?: string };

const NO_ASSETS: Assets = {
  css: "/assets/checkout.css",
  font: "/assets/geist.woff2",
  js: "/assets/checkout.js",
  receiptCss: "/assets/receipt.css",
};

/** An entry of the gallery: a state of a payment, or a page without a payment. */
export type Exhibit = {
  name: string;
  views: readonly Drawing["view"][];
  /** The document that the server sends, or the document after a script has changed it. */
  draw: (drawing: Drawing, assets?: Assets) => string;
};

function documentOf(element: ReactElement): string {
  return `<!doctype html>${renderToStaticMarkup(element)}`;
}

/**
 * Changes a document like a script, or like its absence.
 * @throws Error if `from` is not in the document
 */
function edit(html: string, from: string, to: string): string {
  const edited = html.replaceAll(from, to);
  if (edited === html) throw new Error(`Nothing in the document is ${from}.`);
  return edited;
}

/** A state as the document that the server sends. */
export function drawState(state: ShopperState, drawing: Drawing, assets = NO_ASSETS): string {
  return documentOf(<CheckoutDocument page={{ ...state.page(drawing), assets }} />);
}

const translatorOf = ({ language, translator }: Drawing) => translator ?? translatorFor(language);
const hosted = ["hosted"] as const;

function plain(name: string, textOf: (translator: ReturnType<typeof translatorOf>) => Plain): Exhibit {
  const draw = (drawing: Drawing, assets = NO_ASSETS) => {
    const translator = translatorOf(drawing);
    return documentOf(<PlainDocument translator={translator} plain={textOf(translator)} assets={assets} />);
  };
  return { name, views: hosted, draw };
}

const HIDE_TAKING = ['data-part="taking"', 'data-part="taking" hidden=""'] as const;

function returned(name: string, ...edits: (readonly [from: string, to: string])[]): Exhibit {
  const draw = (drawing: Drawing, assets = NO_ASSETS) => {
    const translator = translatorOf(drawing);
    const html = documentOf(
      <ReturnDocument translator={translator} plain={returnNotFound(translator)} assets={assets} />,
    );
    return edits.reduce((done, [from, to]) => edit(done, from, to), html);
  };
  return { name, views: hosted, draw };
}

const receipt: Exhibit = {
  name: "receipt",
  views: hosted,
  draw: (drawing, assets = NO_ASSETS) => {
    const { checkout, format, translator, backUrl } = stateNamed("paid-from-a-known-account").page(drawing);
    const merchant = { ...checkout.merchant, taxNumber: "PT501234567", postalAddress: "Rua do Sol 4\n4700-030 Braga" };
    const shown = { checkout: { ...checkout, merchant }, format, translator, backUrl };
    return documentOf(<ReceiptDocument receipt={{ ...shown, assets }} />);
  },
};

const ofPayments: Exhibit[] = STATES.map((state) => ({
  name: state.name,
  views: state.views,
  draw: (drawing, assets) => drawState(state, drawing, assets),
}));

/** Every page that a customer can see. */
export const GALLERY: readonly Exhibit[] = [
  ...ofPayments,
  plain("page-not-found", notFound),
  plain("return-not-found", returnNotFound),
  plain("page-trouble", (translator) => ({ ...trouble(translator), reference: "req_7f3a19c2" })),
  receipt,
  returned("return-taking"),
  returned("return-nothing", HIDE_TAKING, ['data-part="nothing" hidden=""', 'data-part="nothing"']),
  returned("return-no-script", HIDE_TAKING, ["<noscript>", ""], ["</noscript>", ""]),
];
