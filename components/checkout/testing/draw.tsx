import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { CheckoutDocument, PlainDocument, ReturnDocument } from "../Document";
import { notFound, type Plain, trouble } from "../plain";
import { wordsIn } from "../translate";
import { type Drawing, type ShopperState, STATES } from "./states";

/** Addresses of the style sheet and the script that a browser loads. */
type Assets = { css: string; js: string; early?: string };

const NO_ASSETS: Assets = { css: "/assets/checkout.css", js: "/assets/checkout.js" };

/** Something that a browser can show: a state of a payment, or a page with nothing to pay. */
export type Exhibit = {
  name: string;
  views: readonly Drawing["view"][];
  /** The document that the server would send, or what a script makes of it. */
  draw: (drawing: Drawing, assets?: Assets) => string;
};

function documentOf(element: ReactElement): string {
  return `<!doctype html>${renderToStaticMarkup(element)}`;
}

/** Changes a document as a script, or its absence, would. @throws Error where there is nothing to change */
function edit(html: string, from: string, to: string): string {
  const edited = html.replaceAll(from, to);
  if (edited === html) throw new Error(`Nothing in the document is ${from}.`);
  return edited;
}

/** A state as the document that the server would send. */
export function drawState(state: ShopperState, drawing: Drawing, assets = NO_ASSETS): string {
  return documentOf(<CheckoutDocument page={{ ...state.page(drawing), assets }} />);
}

const wordsOf = ({ language, words }: Drawing) => words ?? wordsIn(language);
const hosted = ["hosted"] as const;

function plain(name: string, saying: (words: ReturnType<typeof wordsOf>) => Plain): Exhibit {
  const draw = (drawing: Drawing, { css } = NO_ASSETS) => {
    const words = wordsOf(drawing);
    return documentOf(<PlainDocument words={words} plain={saying(words)} css={css} />);
  };
  return { name, views: hosted, draw };
}

const HIDE_TAKING = ['data-part="taking"', 'data-part="taking" hidden=""'] as const;

function returned(name: string, ...edits: (readonly [from: string, to: string])[]): Exhibit {
  const draw = (drawing: Drawing, assets = NO_ASSETS) => {
    const words = wordsOf(drawing);
    const html = documentOf(<ReturnDocument words={words} plain={notFound(words)} {...assets} />);
    return edits.reduce((done, [from, to]) => edit(done, from, to), html);
  };
  return { name, views: hosted, draw };
}

const ofPayments: Exhibit[] = STATES.map((state) => ({
  name: state.name,
  views: state.views,
  draw: (drawing, assets) => drawState(state, drawing, assets),
}));

/** Everything that a shopper can see on pages of ours. */
export const GALLERY: readonly Exhibit[] = [
  ...ofPayments,
  plain("page-not-found", notFound),
  plain("page-trouble", trouble),
  returned("return-taking"),
  returned("return-nothing", HIDE_TAKING, ['data-part="nothing" hidden=""', 'data-part="nothing"']),
  returned("return-no-script", HIDE_TAKING, ["<noscript>", ""], ["</noscript>", ""]),
];
