import { amountText, dateText } from "./format";
import { Brand } from "./icons";
import { LanguageSwitch } from "./LanguageSwitch";
import { PayeeMark } from "./Marks";
import type { CheckoutPage } from "./model";
import { overWords } from "./over-words";
import { lookOf } from "./phases";
import { Slip } from "./Slip";
import { Back, Work } from "./State";
import { scriptWords } from "./script-words";
import { stateKey } from "./state-key";
import { wordsOf } from "./words";

/** What the window is called: the news first, then whom it is about. */
export function titleOf(page: CheckoutPage): string {
  const { phase, merchant } = page.checkout;
  return phase === "choosing"
    ? page.words.say("page.title", { merchant: merchant.brandName })
    : `${wordsOf(page, "").title} · ${merchant.brandName}`;
}

/** What the script reads off the page's root: where to ask, how things stood, and whom it may talk to. */
function rootData(page: CheckoutPage) {
  const { checkout, doors, origins } = page;
  const look = lookOf(checkout.phase);
  return {
    "data-root": "",
    "data-view": page.view,
    "data-state": doors.state,
    "data-events": doors.events,
    "data-key": stateKey(page),
    "data-phase": checkout.phase,
    "data-amount": checkout.amount,
    "data-currency": checkout.currency,
    "data-request": checkout.paymentRequestId ?? undefined,
    "data-poll": look.pollMs,
    "data-window": page.view === "frame" ? (page.bankWindow ?? undefined) : undefined,
    "data-over":
      page.view === "frame" && checkout.phase === "expired"
        ? JSON.stringify(overWords(checkout, page.words))
        : undefined,
    "data-origins": page.view === "frame" ? origins.join(" ") : undefined,
    "data-leave": page.leaving && page.backUrl !== null ? page.backUrl : undefined,
    "data-title": titleOf(page),
    "data-words": JSON.stringify(scriptWords(page.words)),
    "data-torn": look.torn ? "" : undefined,
  };
}

/** The root element of either view: what the script swaps parts of. */
export function Root({ page }: { page: CheckoutPage }) {
  return page.view === "frame" ? <Frame page={page} /> : <Hosted page={page} />;
}

function Frame({ page }: { page: CheckoutPage }) {
  const { checkout, format, words } = page;
  const amount = amountText(checkout.amount, checkout.currency, format);
  const label = words.say("frame.label", { amount, merchant: checkout.merchant.brandName });
  return (
    <main className="frame" aria-label={label} {...rootData(page)}>
      {checkout.test && <p className="testband">{page.words.say("page.test")}</p>}
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

// While the bank is asked how it stands, its answer is the next thing to happen: a Cancel beside it would promise too much.
const offersCancel = ({ canCancel, phase }: CheckoutPage["checkout"]) => canCancel && phase !== "confirming";

function Cancel({ page }: { page: CheckoutPage }) {
  if (!offersCancel(page.checkout)) return null;
  return (
    <form method="post" action={page.doors.post}>
      <button className="linkish" type="submit" name="action" value="cancel">
        {page.words.say("foot.cancel")}
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
        {checkout.test && <p className="testband">{page.words.say("page.test")}</p>}
        <div className="wrap top">
          <PayeeMark merchant={checkout.merchant} />
          <strong>{checkout.merchant.brandName}</strong>
          <LanguageSwitch page={page} />
        </div>
      </header>
      {lookOf(checkout.phase).stub ? (
        <Stub page={page} />
      ) : (
        <main className="wrap spread">
          <div className="said">
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

/** The operator's own pages, where there are any. */
function Operator({ page: { operator, words } }: { page: CheckoutPage }) {
  const { privacyUrl, legalNoticeUrl } = operator;
  return (
    <>
      {privacyUrl !== null && (
        <a href={privacyUrl} rel="noreferrer">
          {words.say("foot.privacy")}
        </a>
      )}
      {legalNoticeUrl !== null && (
        <a href={legalNoticeUrl} rel="noreferrer">
          {words.say("foot.legal")}
        </a>
      )}
    </>
  );
}

function HowItGoes({ page: { checkout, words } }: { page: CheckoutPage }) {
  return (
    <>
      <h2 className="vh">{words.say("how.title")}</h2>
      <ol className="how">
        <li>{words.rich("how.choose")}</li>
        <li>{words.rich("how.approve")}</li>
        <li>{words.rich("how.done", { merchant: checkout.merchant.brandName })}</li>
      </ol>
      {checkout.link && (
        <p className="fine">
          {words.say("link.open_until", { date: dateText(checkout.link.expiresAt, words.locale) })}
        </p>
      )}
    </>
  );
}

function Stub({ page }: { page: CheckoutPage }) {
  const said = wordsOf(page, "");
  return (
    <main className="wrap">
      <div className={lookOf(page.checkout.phase).torn ? "stub torn" : "stub"}>
        <h1 className="h">{said.title}</h1>
        {said.say.map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences of a fixed text, drawn once
          <p key={index} className="say">
            {paragraph}
          </p>
        ))}
        {page.backUrl !== null && (
          <div className="acts">
            <Back page={page} />
          </div>
        )}
      </div>
    </main>
  );
}
