import type { ReactNode } from "react";
import type { AnsweredStage, ApprovalAccount, ApprovalView, OpenStage } from "../../server/simbank/approval-view";

type Props = { view: ApprovalView; stylesheet: string };

/** The simulated bank's approval page: a whole document, without a script. */
export function ApprovalPage({ view, stylesheet }: Props) {
  const { stage } = view;
  const title = stage.kind === "open" ? "Approve this payment?" : stage.title;
  return (
    <Page title={title} stylesheet={stylesheet}>
      <div className="head">
        <span className="mark" aria-hidden="true">
          SIM
        </span>
        <div>
          <p>Simulated bank, in place of {view.bankName}</p>
          <h1>{title}</h1>
        </div>
      </div>
      {stage.kind === "answered" && (
        <p className="told" data-tone={stage.tone} role="status">
          {stage.text}
        </p>
      )}
      <Order view={view} />
      {stage.kind === "open" ? <Question stage={stage} /> : <Answered stage={stage} />}
      <p className="fine">
        {stage.kind === "open" && "A real bank asks you to sign in before this page. Here anyone may answer. "}
        Payment <span className="code">{view.paymentCode}</span>
      </p>
    </Page>
  );
}

/** For an address that no payment has. */
export function UnknownApprovalPage({ stylesheet }: Pick<Props, "stylesheet">) {
  return (
    <Page title="There is no such payment" stylesheet={stylesheet}>
      <div className="head">
        <span className="mark" aria-hidden="true">
          SIM
        </span>
        <div>
          <p>Simulated bank</p>
          <h1>There is no such payment</h1>
        </div>
      </div>
      <p>
        The address is not complete, or belongs to another bank. Go back to where you were paying, and choose your bank
        again.
      </p>
    </Page>
  );
}

function Page({ title, stylesheet, children }: { title: string; stylesheet: string; children: ReactNode }) {
  return (
    <html lang="en">
      {/* biome-ignore lint/style/noHeadElement: a whole document, drawn by a route handler; next/head does not reach it. */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} Simulated bank: no real money`}</title>
        <link rel="stylesheet" href={stylesheet} />
      </head>
      <body>
        <header className="loud">
          <strong>Simulated bank: no real money</strong>
          <span>A test page of Bankside. No bank made it, and no account stands behind it.</span>
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}

function Order({ view }: Pick<Props, "view">) {
  return (
    <dl className="order">
      <div className="big">
        <dt>Amount</dt>
        <dd className="num">{view.amount}</dd>
      </div>
      <div>
        <dt>To</dt>
        <dd>{view.creditorName}</dd>
      </div>
      <div>
        <dt>Account</dt>
        <dd className="num">{view.creditorAccount}</dd>
      </div>
      {view.reference !== null && (
        <div>
          <dt>Reference</dt>
          <dd>{view.reference}</dd>
        </div>
      )}
      <div>
        <dt>Method</dt>
        <dd>{view.method}</dd>
      </div>
    </dl>
  );
}

function Question({ stage }: { stage: OpenStage }) {
  return (
    <form method="post">
      <fieldset aria-describedby={stage.problem === null ? undefined : "problem"}>
        <legend>Pay from</legend>
        {stage.problem !== null && (
          <p className="problem" id="problem" role="alert">
            {stage.problem}
          </p>
        )}
        {stage.accounts.map((account) => (
          <Account key={account.id} account={account} />
        ))}
      </fieldset>
      <div className="acts">
        <button className="button" type="submit" name="answer" value="approve">
          Approve payment
        </button>
        <button className="button quiet" type="submit" name="answer" value="reject">
          Reject payment
        </button>
      </div>
    </form>
  );
}

function Account({ account }: { account: ApprovalAccount }) {
  const { id, label, masked, balance, enough, selected } = account;
  return (
    <label className="account">
      <input type="radio" name="account" value={id} defaultChecked={selected} disabled={!enough} />
      <span className="name">
        <b>{label}</b>
        <small className="num">{masked}</small>
      </span>
      <span className="balance num">
        {balance}
        {!enough && <small>Not enough</small>}
      </span>
    </label>
  );
}

function Answered({ stage }: { stage: AnsweredStage }) {
  return (
    <a className="button" href={stage.backUrl} rel="noreferrer">
      Go on to the payment page
    </a>
  );
}
