import { createElement, type ReactElement } from "react";
import type { Renderer } from "../handle-simbank";
import { ApprovalPage, UnknownApprovalPage } from "./ApprovalPage";
import { BankAppPage } from "./BankAppPage";

/** The simulated bank's pages as HTML documents, with styles that the bank serves itself. */
export const renderPages: Renderer = {
  approval: (view, stylesheet) =>
    documentOf(
      view ? createElement(ApprovalPage, { view, stylesheet }) : createElement(UnknownApprovalPage, { stylesheet }),
    ),
  app: (view, stylesheet) => documentOf(createElement(BankAppPage, { view, stylesheet })),
};

async function documentOf(page: ReactElement): Promise<string> {
  // A dynamic import: Next.js rejects a static import of react-dom/server in modules of a route handler.
  const { renderToStaticMarkup } = await import("react-dom/server");
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}
