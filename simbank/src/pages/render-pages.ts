import { createElement, type ReactElement } from "react";
import type { ApprovalView, BankAppView } from "../approval-view";
import { ApprovalPage, UnknownApprovalPage } from "./ApprovalPage";
import { BankAppPage } from "./BankAppPage";

/**
 * The approval page as an HTML document. `view` null: there is no such authorisation. `stylesheet`: its address,
 * relative to the page.
 */
export function renderApproval(view: ApprovalView | null, stylesheet: string): Promise<string> {
  return documentOf(
    view ? createElement(ApprovalPage, { view, stylesheet }) : createElement(UnknownApprovalPage, { stylesheet }),
  );
}

export function renderApp(view: BankAppView, stylesheet: string): Promise<string> {
  return documentOf(createElement(BankAppPage, { view, stylesheet }));
}

async function documentOf(page: ReactElement): Promise<string> {
  // A dynamic import: Next.js rejects a static import of react-dom/server in modules of a route handler.
  const { renderToStaticMarkup } = await import("react-dom/server");
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}
