import { createElement, type ReactElement } from "react";
import type { Renderer } from "../../server/simbank/handle-simbank";
import { ApprovalPage, UnknownApprovalPage } from "./ApprovalPage";
import { BankAppPage } from "./BankAppPage";

/** The simulated bank's pages as HTML documents, in styles that the bank serves itself. */
export const renderPages: Renderer = {
  approval: (view, stylesheet) =>
    documentOf(
      view ? createElement(ApprovalPage, { view, stylesheet }) : createElement(UnknownApprovalPage, { stylesheet }),
    ),
  app: (view, stylesheet) => documentOf(createElement(BankAppPage, { view, stylesheet })),
};

async function documentOf(page: ReactElement): Promise<string> {
  // Not at the top: Next refuses a static import of it in what a route handler loads.
  const { renderToStaticMarkup } = await import("react-dom/server");
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}
