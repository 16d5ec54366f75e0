import type { Translator } from "./languages/translator";

/** Texts of a page without a payment, and its way on: the same address again, or the home page. */
export type Plain = {
  title: string;
  paragraphs: string[];
  wayOn: "reload" | "home";
  /** Finds the request in the log. */
  reference?: string;
};

/** The page for an address without a payment. */
export function notFound({ t }: Translator): Plain {
  return {
    title: t("page.not_found.title"),
    paragraphs: [t("page.not_found.say"), t("page.not_found.start_again")],
    wayOn: "home",
  };
}

/** The page for a bank's redirect that names no payment. Its customer may have paid, and must not be sent to pay again. */
export function returnNotFound({ t }: Translator): Plain {
  return {
    title: t("page.not_found.title"),
    paragraphs: [t("page.not_found.say"), t("page.trouble.approved")],
    wayOn: "home",
  };
}

/** The page for an unknown payment link; often its address was truncated. */
export function linkNotFound({ t }: Translator): Plain {
  return {
    title: t("page.link_not_found.title"),
    paragraphs: [t("page.not_found.say"), t("page.not_found.ask_for_link")],
    wayOn: "home",
  };
}

/** The page for a server error. */
export function trouble({ t }: Translator): Plain {
  return {
    title: t("page.trouble.title"),
    paragraphs: [t("page.trouble.say"), t("page.trouble.approved")],
    wayOn: "reload",
  };
}
