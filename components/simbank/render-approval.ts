import { createElement } from "react";
import type { ApprovalView } from "../../server/simbank/approval-view";
import { ApprovalPage, UnknownApprovalPage } from "./ApprovalPage";

/** Relative to `/simbank/{bank}/approve/{authorisation}`. */
const STYLESHEET = "../approval.css";

/** The approval page as an HTML document; null: the page of an address that no payment has. */
export async function renderApproval(view: ApprovalView | null): Promise<string> {
  // Not at the top: Next refuses a static import of it in what a route handler loads.
  const { renderToStaticMarkup } = await import("react-dom/server");
  const page = view
    ? createElement(ApprovalPage, { view, stylesheet: STYLESHEET })
    : createElement(UnknownApprovalPage, { stylesheet: STYLESHEET });
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}
