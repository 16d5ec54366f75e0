import type { BankAppView } from "../approval-view";
import { Head, Page } from "./Page";

type Props = { view: BankAppView; stylesheet: string };

/** The "app" of a bank with decoupled approval: shows the payment or consent of the typed code. */
export function BankAppPage({ view, stylesheet }: Props) {
  const title = titleOf(view);
  return (
    <Page title={title} stylesheet={stylesheet}>
      <Head bankName={view.bankName} title={title} />
      {view.open.length === 0 ? (
        <form className="code-form" method="get">
          <label htmlFor="code">Enter the code shown when you chose this bank.</label>
          <input id="code" name="code" autoComplete="off" autoCapitalize="characters" maxLength={9} required />
          <button className="button" type="submit">
            Show
          </button>
        </form>
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
      <p className="fine">A real bank’s app knows who you are. This simulated one asks for the code instead.</p>
    </Page>
  );
}

function titleOf({ open, isAsked }: BankAppView): string {
  if (open.length > 0) return "Waiting for your approval";
  return isAsked ? "No payment found for this code." : "Approve by code";
}
