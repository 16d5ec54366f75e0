import type {
  AnsweredStage,
  ApprovalAccount,
  ApprovalView,
  ConsentSubject,
  OpenStage,
  PaymentSubject,
} from "../approval-view";
import { Head, Page } from "./Page";

type Props = { view: ApprovalView; stylesheet: string };

/** Labels that differ between a payment and a consent. */
const LABELS = {
  payment: {
    question: "Approve this payment?",
    choose: { one: "Pay from", many: "Pay from", fixed: "Pay from" },
    approve: "Approve payment",
    reject: "Reject payment",
    code: "Payment",
  },
  consent: {
    question: "Allow access to your accounts?",
    choose: { one: "Account", many: "Show these accounts", fixed: "These accounts" },
    approve: "Allow access",
    reject: "Reject access",
    code: "Access",
  },
} as const;

/** The simulated bank's approval page: a whole document, without a script. */
export function ApprovalPage({ view, stylesheet }: Props) {
  const { stage, subject } = view;
  const labels = LABELS[subject.kind];
  const title = stage.kind === "open" ? labels.question : stage.title;
  return (
    <Page title={title} stylesheet={stylesheet}>
      <Head bankName={view.bankName} title={title} />
      {stage.kind === "answered" && (
        <p className="result" data-tone={stage.tone} role="status">
          {stage.text}
        </p>
      )}
      {subject.kind === "payment" ? <Order subject={subject} /> : <Access subject={subject} />}
      {stage.kind === "open" ? <Question stage={stage} labels={labels} /> : <Answered stage={stage} />}
      <p className="fine">
        {stage.kind === "open" && "A real bank asks you to sign in first. Anyone can answer here. "}
        {labels.code} <span className="code">{view.code}</span>
      </p>
    </Page>
  );
}

/** The page for an address without a payment. */
export function UnknownApprovalPage({ stylesheet }: Pick<Props, "stylesheet">) {
  return (
    <Page title="Payment not found" stylesheet={stylesheet}>
      <Head bankName={null} title="Payment not found" />
      <p>The address may be incomplete or belong to another bank. Go back to the payment and choose your bank again.</p>
    </Page>
  );
}

function Fact({ name, value, figures = false }: { name: string; value: string; figures?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={figures ? "num" : undefined}>{value}</dd>
    </div>
  );
}

function Order({ subject }: { subject: PaymentSubject }) {
  return (
    <dl className="order">
      <div className="big">
        <dt>Amount</dt>
        <dd className="num">{subject.amount}</dd>
      </div>
      <Fact name="To" value={subject.creditorName} />
      <Fact name="Account" value={subject.creditorAccount} figures />
      {subject.reference !== null && <Fact name="Reference" value={subject.reference} />}
      <Fact name="Method" value={subject.method} />
    </dl>
  );
}

function Access({ subject }: { subject: ConsentSubject }) {
  return (
    <>
      <p>
        The service that sent you here asks for repeated access to accounts at this bank. It can read them, but can’t
        move money.
      </p>
      <dl className="order">
        <Fact name="Data" value={subject.rights.join(" · ")} />
        <Fact name="How often" value={subject.frequency} />
        <Fact name="Until" value={subject.until ?? "Until you end it"} />
      </dl>
    </>
  );
}

function Question({ stage, labels }: { stage: OpenStage; labels: (typeof LABELS)["payment" | "consent"] }) {
  return (
    <form method="post">
      <fieldset aria-describedby={stage.problem === null ? undefined : "problem"}>
        <legend>{labels.choose[stage.choice]}</legend>
        {stage.problem !== null && (
          <p className="problem" id="problem" role="alert">
            {stage.problem}
          </p>
        )}
        {stage.accounts.map((account) => (
          <Account key={account.id} account={account} choice={stage.choice} />
        ))}
      </fieldset>
      <div className="two">
        <button className="button" type="submit" name="answer" value="approve">
          {labels.approve}
        </button>
        <button className="button quiet" type="submit" name="answer" value="reject">
          {labels.reject}
        </button>
      </div>
      {stage.outcomes.length > 0 && <Outcomes outcomes={stage.outcomes} />}
    </form>
  );
}

const GROUPS = { after: "Approve, then", wrong: "Something goes wrong" } as const;

function Outcomes({ outcomes }: Pick<OpenStage, "outcomes">) {
  return (
    <details className="outcomes">
      <summary>Try another outcome</summary>
      <div className="groups">
        {(["after", "wrong"] as const).map((group) => (
          <section key={group} aria-labelledby={group}>
            <h2 id={group}>{GROUPS[group]}</h2>
            <ul>
              {outcomes
                .filter((outcome) => outcome.group === group)
                .map(({ scenario, label, note }) => (
                  <li key={scenario}>
                    <button type="submit" name="outcome" value={scenario}>
                      {label}
                      {note !== undefined && <small>{note}</small>}
                    </button>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </details>
  );
}

function Account({ account, choice }: { account: ApprovalAccount; choice: OpenStage["choice"] }) {
  const { id, selected } = account;
  if (choice === "fixed") {
    return (
      <div className="account">
        <AccountLabel account={account} />
      </div>
    );
  }
  const type = choice === "one" ? "radio" : "checkbox";
  return (
    <label className="account">
      <input type={type} name="account" value={id} defaultChecked={selected} />
      <AccountLabel account={account} />
    </label>
  );
}

function AccountLabel({ account: { label, masked, balance, enough } }: { account: ApprovalAccount }) {
  return (
    <>
      <span className="name">
        <b>{label}</b>
        <small className="num">{masked}</small>
      </span>
      <span className="balance num">
        {balance}
        {!enough && <small>Not enough money</small>}
      </span>
    </>
  );
}

function Answered({ stage }: { stage: AnsweredStage }) {
  if (stage.backUrl === null) return <p>You can close this page and return to where you started.</p>;
  return (
    <a className="button" href={stage.backUrl} rel="noreferrer">
      Continue to the payment page
    </a>
  );
}
