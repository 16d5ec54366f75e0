import type { Checkout } from "../../server/payments/checkout/checkout-view";
import { HtmlDocument } from "../HtmlDocument";
import { brandStyle } from "./brand-style";
import { Brand } from "./icons";
import { amountText, type Format } from "./languages/format";
import type { Translator } from "./languages/translator";
import { PayeeMark } from "./Marks";
import { Masked } from "./picker/Accounts";
import { When } from "./Until";

/** A paid payment's receipt, for its customer: what the paid page shows too, and the payment's id. */
export type PrintedReceipt = {
  checkout: Checkout;
  format: Format;
  translator: Translator;
  /** Back to the shop; null without an address. */
  backUrl: string | null;
  assets: { css: string; receiptCss: string; font: string; js: string };
};

/** The receipt as a document, for the screen and for paper (A5). */
export function ReceiptDocument({ receipt }: { receipt: PrintedReceipt }) {
  const { checkout, translator, assets } = receipt;
  const brand = brandStyle(checkout.merchant);
  return (
    <HtmlDocument
      lang={translator.locale}
      dir={translator.direction}
      title={`${translator.t("receipt.title")} · ${checkout.merchant.brandName}`}
      stylesheet={assets.css}
      theme={null}
      bodyClassName="bk"
      head={
        <>
          <link rel="stylesheet" href={assets.receiptCss} />
          <link rel="preload" href={assets.font} as="font" type="font/woff2" crossOrigin="anonymous" />
          <link rel="icon" href="/icon.svg" type="image/svg+xml" />
          <meta name="robots" content="noindex, nofollow" />
          {brand !== null && <style>{brand}</style>}
          <script src={assets.js} defer />
        </>
      }
    >
      <div className="hosted">
        {checkout.test && (
          <header>
            <p className="testband keep">{translator.t("page.test")}</p>
          </header>
        )}
        <main className="wrap">
          <Paper receipt={receipt} />
          <div className="receipt-acts">
            <button className="btn" type="button" data-print="" hidden>
              {translator.t("do.print")}
            </button>
            {receipt.backUrl !== null && (
              <a className="btn quiet" href={receipt.backUrl} rel="noreferrer">
                {translator.t("do.back_to", { merchant: checkout.merchant.brandName })}
              </a>
            )}
          </div>
        </main>
        <footer className="wrap bottom">
          <Brand />
        </footer>
      </div>
    </HtmlDocument>
  );
}

function Paper({ receipt: { checkout, format, translator } }: { receipt: PrintedReceipt }) {
  const { merchant, bank, payerMasked, completedAt, paymentRequestId } = checkout;
  const { t } = translator;
  const names = { bank: bank?.displayName ?? "", named: bank ? "yes" : "no" };
  const facts = [
    [
      t("receipt.paid_to"),
      <>
        {merchant.brandName}
        {merchant.postalAddress !== null && <small className="address">{merchant.postalAddress}</small>}
      </>,
    ],
    [t("receipt.tax_number"), merchant.taxNumber],
    [
      t("receipt.paid_from"),
      bank && (
        <>
          {bank.displayName}
          {payerMasked !== null && (
            <small>
              <Masked masked={payerMasked} translator={translator} />
            </small>
          )}
        </>
      ),
    ],
    [t("slip.reference"), checkout.paymentReference],
    [t("receipt.confirmed"), completedAt && <When at={completedAt} locale={translator.locale} />],
    [
      t("slip.returned"),
      checkout.reversedAmount === null ? null : amountText(checkout.reversedAmount, checkout.currency, format),
    ],
    [t("receipt.id"), paymentRequestId && <span className="id">{paymentRequestId}</span>],
  ] as const;
  return (
    <article className="receipt">
      <div className="receipt-head">
        <PayeeMark merchant={merchant} />
        <strong>{merchant.brandName}</strong>
      </div>
      <h1>{t("receipt.title")}</h1>
      <p className="amount">{amountText(checkout.amount, checkout.currency, format)}</p>
      <p className="sure">{t("receipt.say", names)}</p>
      <dl>
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="fine">
        {`${t("receipt.not_invoice")} ${t("receipt.questions", { merchant: merchant.brandName })}`}
      </p>
    </article>
  );
}
