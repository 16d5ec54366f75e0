import { OPTION_NAMES } from "./browser/embed-types";
import { Brand } from "./icons";
import { amountText } from "./languages/format";
import { LanguageSwitch } from "./languages/LanguageSwitch";
import { scriptMessages } from "./languages/script-messages";
import { PayeeMark } from "./Marks";
import type { CheckoutPage } from "./model";
import { Slip } from "./Slip";
import { expiredMessage } from "./state/expired-message";
import { lookOf } from "./state/phases";
import { Paragraphs, Work } from "./state/State";
import { stateKey } from "./state/state-key";
import { stateText } from "./state/state-text";
import { Back, HelpActions } from "./state/WaysOn";
import { Until } from "./Until";

/** The window's title: the state first, then the merchant. */
export function titleOf(page: CheckoutPage): string {
  const { phase, merchant } = page.checkout;
  if (page.handedOver) return `${page.translator.t("state.handed_over.title")} · ${merchant.brandName}`;
  return phase === "choosing"
    ? page.translator.t("page.title", { merchant: merchant.brandName })
    : `${stateText(page, "").title} · ${merchant.brandName}`;
}

/** Data for the script: addresses, the state, and the allowed origins of the shop. */
function rootData(page: CheckoutPage) {
  const { checkout, addresses, origins } = page;
  const look = lookOf(checkout);
  return {
    "data-root": "",
    "data-view": page.view,
    "data-state": addresses.state,
    "data-events": addresses.events,
    "data-key": stateKey(page),
    "data-phase": checkout.phase,
    "data-amount": checkout.amount,
    "data-currency": checkout.currency,
    "data-request": checkout.paymentRequestId ?? undefined,
    "data-poll": look.pollMs,
    "data-window": page.view === "frame" ? (page.bankWindow ?? undefined) : undefined,
    "data-over":
      page.view === "frame" && checkout.phase === "expired" && !checkout.lateMoney
        ? JSON.stringify(expiredMessage(checkout, page.translator))
        : undefined,
    "data-origins": page.view === "frame" ? origins.join(" ") : undefined,
    // In test the script warns of options that the loader's `mount` does not have.
    "data-options": page.view === "frame" && checkout.test ? OPTION_NAMES.join(" ") : undefined,
    "data-leave": page.leaving && page.backUrl !== null ? page.backUrl : undefined,
    "data-title": titleOf(page),
    "data-messages": JSON.stringify(scriptMessages(page.translator)),
    "data-torn": look.torn ? "" : undefined,
  };
}

/** The root element of both views: the script replaces parts of it. */
export function Root({ page }: { page: CheckoutPage }) {
  return page.view === "frame" ? <Frame page={page} /> : <Hosted page={page} />;
}

function Frame({ page }: { page: CheckoutPage }) {
  const { checkout, format, translator } = page;
  const amount = amountText(checkout.amount, checkout.currency, format);
  const label = translator.t("frame.label", { amount, merchant: checkout.merchant.brandName });
  return (
    <main className="frame" aria-label={label} {...rootData(page)}>
      {checkout.test && <p className="testband">{page.translator.t("page.test")}</p>}
      <Slip page={page} />
      <Work page={page} />
      <footer className="foot" data-part="foot">
        <Brand />
        <LanguageSwitch page={page} />
        <Cancel page={page} />
      </footer>
    </main>
  );
}

// While the bank's result is fetched, a cancellation would come too late.
const offersCancel = ({ canCancel, phase }: CheckoutPage["checkout"]) => canCancel && phase !== "confirming";

function Cancel({ page }: { page: CheckoutPage }) {
  if (!offersCancel(page.checkout)) return null;
  return (
    <form method="post" action={page.addresses.post}>
      <button className="linkish" type="submit" name="action" value="cancel">
        {page.translator.t("foot.cancel")}
      </button>
    </form>
  );
}

function Hosted({ page }: { page: CheckoutPage }) {
  const { checkout } = page;
  const choosing = checkout.phase === "choosing";
  return (
    <div className="hosted" {...rootData(page)}>
      <header>
        {checkout.test && <p className="testband">{page.translator.t("page.test")}</p>}
        <div className="wrap top">
          <PayeeMark merchant={checkout.merchant} />
          <strong>{checkout.merchant.brandName}</strong>
          <LanguageSwitch page={page} />
        </div>
      </header>
      {lookOf(checkout).stub ? (
        <Stub page={page} />
      ) : (
        <main className="wrap spread">
          <div className="text">
            <Slip page={page} />
            <section className="side" data-part="side" hidden={!choosing}>
              <HowItGoes page={page} />
            </section>
          </div>
          <div className="sheetlet">
            <Work page={page} />
            <footer className="foot" data-part="foot" hidden={!offersCancel(checkout)}>
              <Cancel page={page} />
            </footer>
          </div>
        </main>
      )}
      <footer className="wrap bottom">
        <Brand />
        <Operator page={page} />
      </footer>
    </div>
  );
}

/** Links to the operator's privacy and legal pages, if they are set. */
function Operator({ page: { operator, translator } }: { page: CheckoutPage }) {
  const { privacyUrl, legalNoticeUrl } = operator;
  return (
    <>
      {privacyUrl !== null && (
        <a href={privacyUrl} rel="noreferrer">
          {translator.t("foot.privacy")}
        </a>
      )}
      {legalNoticeUrl !== null && (
        <a href={legalNoticeUrl} rel="noreferrer">
          {translator.t("foot.legal")}
        </a>
      )}
    </>
  );
}

function HowItGoes({ page: { checkout, translator } }: { page: CheckoutPage }) {
  return (
    <>
      <h2 className="vh">{translator.t("how.title")}</h2>
      <ol className="how">
        <li>{translator.rich("how.choose")}</li>
        <li>{translator.rich("how.approve")}</li>
        <li>{translator.rich("how.done", { merchant: checkout.merchant.brandName })}</li>
      </ol>
      {checkout.link && (
        <p className="fine">
          {translator.rich("link.open_until", {
            date: <Until at={checkout.link.expiresAt} locale={translator.locale} />,
          })}
        </p>
      )}
    </>
  );
}

function Stub({ page }: { page: CheckoutPage }) {
  const state = stateText(page, "");
  return (
    <main className="wrap">
      <div className="stub">
        <h1 className="h">{state.title}</h1>
        <Paragraphs paragraphs={state.paragraphs} />
        {page.checkout.phase !== "link_used" && <Subject page={page} />}
        <div className="acts">{page.backUrl === null ? <HelpActions page={page} /> : <Back page={page} />}</div>
      </div>
    </main>
  );
}

/** What the link was for, so that the customer can ask about it. Not of a used link: another person may open it. */
function Subject({ page: { checkout, format, translator } }: { page: CheckoutPage }) {
  return (
    <dl>
      <dt>{translator.t("receipt.amount")}</dt>
      <dd>{amountText(checkout.amount, checkout.currency, format)}</dd>
      <dt>{translator.t("slip.reference")}</dt>
      <dd>{checkout.paymentReference}</dd>
    </dl>
  );
}
