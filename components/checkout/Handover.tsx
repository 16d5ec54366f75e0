import { OpenIcon } from "./icons";
import { intentOf } from "./in-app";
import type { CheckoutPage } from "./model";

/** Where a press that opens the bank leads. A frame's own window never is the bank's; a tab of its own holds no handle on us. */
export function bankTarget({ view, bankWindow }: CheckoutPage): "_blank" | "_top" {
  return view === "frame" && bankWindow === "tab" ? "_blank" : "_top";
}

/** Whether the bank was opened in a tab beside this page. */
export function isBeside({ view, checkout }: CheckoutPage): boolean {
  return view === "frame" && checkout.bankWindow === "tab";
}

/** Where the bank opens, before it is pressed: as the shop wants it, else as the style sheet finds the device. */
export function Trust({ page: { view, bankWindow, words } }: { page: CheckoutPage }) {
  if (view !== "frame" || bankWindow === "top") return <span>{words.say("picker.trust")}</span>;
  if (bankWindow === "tab") return <span>{words.say("picker.trust_tab")}</span>;
  return (
    <span className="by-device">
      <span className="in-top">{words.say("picker.trust")}</span>
      <span className="in-tab">{words.say("picker.trust_tab")}</span>
    </span>
  );
}

/** The bank's own address, while it waits for the shopper there. */
export function OpenBank({ page, url }: { page: CheckoutPage; url: string }) {
  const bank = page.checkout.bank?.displayName ?? page.words.say("bank.yours");
  return (
    <a
      className={page.opening ? "btn" : "btn quiet"}
      href={url}
      target={isBeside(page) ? "_blank" : "_top"}
      rel="noopener noreferrer"
    >
      {page.opening && <OpenIcon />}
      {page.words.say(page.opening ? "do.open_bank" : "do.open_again", { bank })}
    </a>
  );
}

/** An address to take along: it can be selected without a script, and copied with one. */
function Address({ page, address }: { page: CheckoutPage; address: string }) {
  const { say } = page.words;
  return (
    <div className="take">
      <label>
        <span className="vh">{say("take.label")}</span>
        <input type="url" readOnly value={address} />
      </label>
      <button className="btn quiet" type="button" data-copy={say("take.copied")}>
        {say("take.copy")}
      </button>
    </div>
  );
}

/**
 * The way to the phone, for screens with a mouse: the style sheet hides it from the others, and the picture is fetched when
 * it is seen. Not on the second screen itself.
 */
export function ToPhone({ page, folded = false }: { page: CheckoutPage; folded?: boolean }) {
  const { words, doors, elsewhere } = page;
  if (elsewhere) return null;
  return (
    <div className="phone">
      <div className="qr">
        <img src={doors.qr} alt={words.say("qr.name")} width={120} height={120} loading="lazy" />
        <div>
          {!folded && <h3>{words.say("qr.title")}</h3>}
          <p>{words.say("qr.say")}</p>
        </div>
      </div>
      <Address page={page} address={doors.phone} />
    </div>
  );
}

/** The same before a bank is chosen, folded away. */
export function ToPhoneFolded({ page }: { page: CheckoutPage }) {
  if (page.elsewhere) return null;
  return (
    <details className="to-phone">
      <summary>{page.words.say("qr.title")}</summary>
      <ToPhone page={page} folded />
    </details>
  );
}

/** Browsers inside other apps often cannot open a bank's app: the way out, with the payment. */
export function InAppNote({ page }: { page: CheckoutPage }) {
  const { inApp, words, doors } = page;
  if (!inApp) return null;
  return (
    <div className="note in-app" data-tone="warn" data-note="in-app">
      <p>{words.rich("note.in_app")}</p>
      {inApp === "ios" && <p>{words.say("in_app.ios")}</p>}
      {inApp === "android" && (
        <a className="btn quiet" href={intentOf(doors.hosted)} target="_top" rel="noreferrer">
          {words.say("in_app.open")}
        </a>
      )}
      <Address page={page} address={doors.hosted} />
    </div>
  );
}
