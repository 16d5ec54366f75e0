import type { CheckoutPage } from "../model";
import { isFinal, isReturned, lookOf } from "./phases";

/** Whether the frame asks the shop for a new payment: it ended without one, and the customer is in the shop's page. */
export function startsAgain({ view, checkout }: CheckoutPage): boolean {
  const { money, stub } = lookOf(checkout);
  if (view !== "frame" || !isFinal(checkout.phase) || isReturned(checkout) || checkout.lateMoney) return false;
  return money !== "sent" && !stub;
}

/** The actions of a state in which no bank waits for the customer. Every end has at least one (ADR 65). */
export function WaysOn({ page }: { page: CheckoutPage }) {
  const { checkout, slow } = page;
  const { phase } = checkout;
  if (phase === "unresolved" || slow) {
    return (
      <>
        <CopyReference page={page} />
        <Back page={page} quiet />
      </>
    );
  }
  if (!isFinal(phase)) return null;
  if (lookOf(checkout).money === "sent") return <Paid page={page} />;
  if (isReturned(checkout) || checkout.lateMoney) {
    return (
      <>
        <HelpActions page={page} />
        <Back page={page} quiet />
      </>
    );
  }
  if (checkout.mayTryAgain) return <Back page={page} quiet />;
  if (startsAgain(page)) return <StartAgain page={page} />;
  return page.backUrl === null ? <HelpActions page={page} /> : <Back page={page} />;
}

function Paid({ page }: { page: CheckoutPage }) {
  const { backUrl, addresses, translator } = page;
  if (backUrl === null && addresses.receipt === null) return <HelpActions page={page} />;
  return (
    <>
      <Back page={page} />
      {addresses.receipt !== null && (
        <a
          className={backUrl === null ? "btn quiet" : "linkish"}
          href={addresses.receipt}
          target={page.view === "frame" ? "_blank" : undefined}
          rel="noopener noreferrer"
        >
          {translator.t("do.view_receipt")}
        </a>
      )}
    </>
  );
}

/** Back to the shop; in the shop's own page the same address continues there. */
export function Back({ page, quiet = false }: { page: CheckoutPage; quiet?: boolean }) {
  const { backUrl, checkout, translator, view } = page;
  if (backUrl === null) return null;
  return (
    <a className={quiet ? "btn quiet" : "btn"} href={backUrl} target="_top" rel="noreferrer">
      {view === "frame"
        ? translator.t("do.continue")
        : translator.t("do.back_to", { merchant: checkout.merchant.brandName })}
    </a>
  );
}

/**
 * With `onStartAgain` the shop makes a new payment in this frame: the script shows `data-restart` and hides
 * `data-no-restart`. Otherwise the shop's failure address opens in the whole window; without one, the customer can ask.
 */
function StartAgain({ page }: { page: CheckoutPage }) {
  const { backUrl, checkout, translator } = page;
  const label = translator.t(checkout.phase === "cancelled" ? "do.back_to_checkout" : "do.start_again");
  if (backUrl !== null) {
    return (
      <a className="btn" href={backUrl} target="_top" rel="noreferrer" data-restart="">
        {label}
      </a>
    );
  }
  return (
    <>
      <button className="btn" type="button" data-restart="" hidden>
        {label}
      </button>
      <div className="acts" data-no-restart="">
        <HelpActions page={page} />
      </div>
    </>
  );
}

/** Whom to ask, and with what. A used link names neither amount nor reference: another person may open it. */
export function HelpActions({ page }: { page: CheckoutPage }) {
  const { checkout, translator, view } = page;
  const { brandName, help } = checkout.merchant;
  return (
    <>
      {help !== null && (
        <a
          className="btn"
          href={helpHref(help, checkout.phase === "link_used" ? null : checkout.paymentReference)}
          target={view === "frame" ? "_blank" : undefined}
          rel="noopener noreferrer"
        >
          {translator.t("do.contact", { merchant: brandName })}
        </a>
      )}
      {checkout.phase !== "link_used" && <CopyReference page={page} />}
    </>
  );
}

/** The help address is an e-mail address or an https address (server/merchants/rules.ts). */
function helpHref(help: string, reference: string | null): string {
  if (help.startsWith("https://")) return help;
  // RFC 6068 §2: a name before the @ may have characters that end it in an address, such as "?" and "#".
  const address = encodeURIComponent(help).replace("%40", "@");
  return `mailto:${address}${reference === null ? "" : `?subject=${encodeURIComponent(reference)}`}`;
}

/** Works with a script only; the reference is on the page anyway. */
function CopyReference({ page: { checkout, translator } }: { page: CheckoutPage }) {
  return (
    <button
      className="btn quiet"
      type="button"
      data-copy={translator.t("take.copied")}
      data-text={checkout.paymentReference}
    >
      {translator.t("do.copy_reference")}
    </button>
  );
}
