import type { MessageKey, Translator } from "./languages/translator";

/** Texts of a page without a payment, and its way on: the same address again, or the home page. */
export type Plain = {
  title: string;
  paragraphs: string[];
  wayOn: "reload" | "home";
  /** Finds the request in the log. */
  reference?: string;
};

function plain(title: MessageKey, say: readonly MessageKey[], wayOn: Plain["wayOn"]) {
  return ({ t }: Translator): Plain => ({ title: t(title), paragraphs: say.map((key) => t(key)), wayOn });
}

/** The page for an address without a payment. */
export const notFound = plain("page.not_found.title", ["page.not_found.say", "page.not_found.start_again"], "home");

/** The page for a bank's redirect that names no payment. Its customer may have paid, and must not be sent to pay again. */
export const returnNotFound = plain("page.not_found.title", ["page.not_found.say", "page.trouble.approved"], "home");

/** The page for an unknown payment link; often its address was truncated. */
export const linkNotFound = plain(
  "page.link_not_found.title",
  ["page.not_found.say", "page.not_found.ask_for_link"],
  "home",
);

/** The page for a server error. */
export const trouble = plain("page.trouble.title", ["page.trouble.say", "page.trouble.approved"], "reload");
