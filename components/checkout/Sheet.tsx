import { HtmlDocument } from "../HtmlDocument";
import { amountText, dateText, type Format } from "./format";
import { Brand } from "./icons";
import { lettersOf } from "./monogram";
import type { Words } from "./translate";

/** A link on paper: everything that is drawn of it. */
export type PrintedLink = {
  words: Words;
  format: Format;
  merchant: { brandName: string; logo: string | null };
  /** Minor units. */
  amount: number;
  currency: string;
  reference: string;
  test: boolean;
  expiresAt: Date;
  url: string;
  /** The QR code as a picture of our own, or what stands instead where the link cannot be paid. */
  code: { svg: string } | { over: string };
  /** Of the bar above the paper, which is the Console's: the script of its button, and where it leads back. */
  back: string;
  css: string;
  script: { src: string; nonce: string | undefined };
};

/** A page to be handed over, or to stand on a counter: A4 or Letter, black on white. */
export function SheetDocument({ link }: { link: PrintedLink }) {
  const { words, merchant, script } = link;
  const head = (
    <>
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <meta name="robots" content="noindex, nofollow" />
      <script src={script.src} nonce={script.nonce} defer />
    </>
  );
  const title = `${link.reference} · ${merchant.brandName}`;
  return (
    <HtmlDocument
      lang={words.locale}
      dir={words.direction}
      title={title}
      stylesheet={link.css}
      theme="light"
      head={head}
      bodyClassName="bk"
    >
      <nav className="bar" lang="en" dir="ltr" aria-label="Print sheet">
        <a href={link.back}>Payment links</a>
        <button type="button" data-print hidden>
          Print
        </button>
      </nav>
      <Paper link={link} />
    </HtmlDocument>
  );
}

/** An image, and not a background as on the screen: printers leave those out. */
function Mark({ merchant: { brandName, logo } }: Pick<PrintedLink, "merchant">) {
  return (
    <span className="mono" aria-hidden="true">
      <span>{lettersOf(brandName)}</span>
      {logo !== null && <img src={logo} alt="" />}
    </span>
  );
}

function Paper({ link }: { link: PrintedLink }) {
  const { words, format, merchant, code } = link;
  const isOver = "over" in code;
  return (
    <main className="paper">
      {link.test && <p className="test">{words.say("page.test")}</p>}
      <header>
        <Mark merchant={merchant} />
        <strong>{merchant.brandName}</strong>
      </header>
      <h1>{words.say("slip.title")}</h1>
      <p className="amount">{amountText(link.amount, link.currency, format)}</p>
      <dl>
        <dt>{words.say("slip.reference")}</dt>
        <dd>{link.reference}</dd>
      </dl>
      {isOver ? (
        <section className="over">
          <h2>{code.over}</h2>
          <p>{words.say("sheet.over")}</p>
        </section>
      ) : (
        <>
          <div className="ways">
            <div
              className="code"
              role="img"
              aria-label={words.say("sheet.code", { merchant: merchant.brandName })}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by us, of an address alone
              dangerouslySetInnerHTML={{ __html: code.svg }}
            />
            <section aria-labelledby="how">
              <h2 id="how">{words.say("how.title")}</h2>
              <ol>
                <li>{words.rich("sheet.scan")}</li>
                <li>{words.rich("how.choose")}</li>
                <li>{words.rich("how.approve")}</li>
              </ol>
              <p className="until">{words.say("link.open_until", { date: dateText(link.expiresAt, words.locale) })}</p>
            </section>
          </div>
          <p className="address">
            {words.say("sheet.address")} <b>{link.url}</b>
          </p>
        </>
      )}
      <footer>
        <Brand />
      </footer>
    </main>
  );
}
