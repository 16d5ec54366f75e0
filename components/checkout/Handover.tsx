import { OpenIcon } from "./icons";
import { intentOf } from "./in-app";
import type { CheckoutPage } from "./model";

/**
 * Target of the button that opens the bank. The bank's page never opens inside the frame; a new tab gets no `opener`.
 */
export function bankTarget({ view, bankWindow }: CheckoutPage): "_blank" | "_top" {
  return view === "frame" && bankWindow === "tab" ? "_blank" : "_top";
}

/** Whether the bank was opened in a tab beside this page. */
export function isBeside({ view, checkout }: CheckoutPage): boolean {
  return view === "frame" && checkout.bankWindow === "tab";
}

/**
 * Where the bank's page will open, as text above the button: the shop's preference, else by the device (style sheet).
 */
export function Trust({ page: { view, bankWindow, translator } }: { page: CheckoutPage }) {
  if (view !== "frame" || bankWindow === "top") return <span>{translator.t("picker.trust")}</span>;
  if (bankWindow === "tab") return <span>{translator.t("picker.trust_tab")}</span>;
  return (
    <span className="by-device">
      <span className="in-top">{translator.t("picker.trust")}</span>
      <span className="in-tab">{translator.t("picker.trust_tab")}</span>
    </span>
  );
}

/** A link to the bank's page, while the bank waits for the customer. */
export function OpenBank({ page, url }: { page: CheckoutPage; url: string }) {
  const bank = page.checkout.bank?.displayName ?? page.translator.t("bank.yours");
  return (
    <a
      className={page.opening ? "btn" : "btn quiet"}
      href={url}
      target={isBeside(page) ? "_blank" : "_top"}
      rel="noopener noreferrer"
    >
      {page.opening && <OpenIcon />}
      {page.translator.t(page.opening ? "do.open_bank" : "do.open_again", { bank })}
    </a>
  );
}

/** An address to copy: selectable without a script, copied by a button with one. */
function Address({ page, address }: { page: CheckoutPage; address: string }) {
  const { t } = page.translator;
  return (
    <div className="take">
      <label>
        <span className="vh">{t("take.label")}</span>
        <input type="url" readOnly value={address} />
      </label>
      <button className="btn quiet" type="button" data-copy={t("take.copied")}>
        {t("take.copy")}
      </button>
    </div>
  );
}

/**
 * The QR code for a phone, shown on devices with a mouse: the style sheet hides it on others, and the image is loaded
 * when it is visible. Not shown on the second device itself.
 */
export function ToPhone({ page, folded = false }: { page: CheckoutPage; folded?: boolean }) {
  const { translator, addresses, elsewhere } = page;
  if (elsewhere) return null;
  return (
    <div className="phone">
      <div className="qr">
        <img src={addresses.qr} alt={translator.t("qr.name")} width={120} height={120} loading="lazy" />
        <div>
          {!folded && <h3>{translator.t("qr.title")}</h3>}
          <p>{translator.t("qr.say")}</p>
        </div>
      </div>
      <Address page={page} address={addresses.phone} />
    </div>
  );
}

/** The same before a bank is chosen, collapsed. */
export function ToPhoneFolded({ page }: { page: CheckoutPage }) {
  if (page.elsewhere) return null;
  return (
    <details className="to-phone">
      <summary>{page.translator.t("qr.title")}</summary>
      <ToPhone page={page} folded />
    </details>
  );
}

/** In-app browsers often cannot open a bank's app: a link opens the payment in the real browser. */
export function InAppNote({ page }: { page: CheckoutPage }) {
  const { inApp, translator, addresses } = page;
  if (!inApp) return null;
  return (
    <div className="note in-app" data-tone="warn" data-note="in-app">
      <p>{translator.rich("note.in_app")}</p>
      {inApp === "ios" && <p>{translator.t("in_app.ios")}</p>}
      {inApp === "android" && (
        <a className="btn quiet" href={intentOf(addresses.hosted)} target="_top" rel="noreferrer">
          {translator.t("in_app.open")}
        </a>
      )}
      <Address page={page} address={addresses.hosted} />
    </div>
  );
}
