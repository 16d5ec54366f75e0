import type { BankAppView } from "../../server/simbank/approval-view";
import { Head, Page } from "./Page";

type Props = { view: BankAppView; stylesheet: string };

/** The "app" of a bank whose approvals are not reached by a redirect: a list of what waits for an answer. */
export function BankAppPage({ view, stylesheet }: Props) {
  const title = view.open.length === 0 ? "Nothing waits for you" : "Waiting for your approval";
  return (
    <Page title={title} stylesheet={stylesheet}>
      <Head bankName={view.bankName} title={title} />
      {view.open.length === 0 ? (
        <p>When you pay with this bank, the payment appears here. Load this page again to look.</p>
      ) : (
        <ul className="waiting">
          {view.open.map(({ path, title: what, detail, code }) => (
            <li key={path}>
              <a href={path} rel="noreferrer">
                <b>{what}</b>
                <small>
                  {detail}, <span className="code">{code}</span>
                </small>
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className="fine">A real bank’s app shows this to its customer only. Here all testers share it.</p>
    </Page>
  );
}
