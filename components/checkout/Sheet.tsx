import { HtmlDocument } from "../HtmlDocument";
import { lettersOf } from "./banks/monogram";
import { Brand } from "./icons";
import { amountText, type Format } from "./languages/format";
import type { Translator } from "./languages/translator";
import { Until } from "./Until";

/** The contents of a payment link's print sheet. */
export type PrintedLink = {
  translator: Translator;
  format: Format;
  merchant: { brandName: string; logo: string | null };
  /** Minor units. */
  amount: number;
  currency: string;
  reference: string;
  test: boolean;
  expiresAt: Date;
  url: string;
  /** The QR code as SVG; `over`: the text for a link that cannot be paid. */
  code: { svg: string } | { over: string };
  /** The Console's bar above the sheet: the address of its back link, and the script of its print button. */
  back: string;
  css: string;
  script: { src: string; nonce: string | undefined };
};

/** A print sheet to hand out or display: A4 or Letter, black on white. */
export function SheetDocument({ link }: { link: PrintedLink }) {
  const { translator, merchant, script } = link;
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
      lang={translator.locale}
      dir={translator.direction}
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

/** An `img` element, not a background as on the screen: printers omit backgrounds. */
function Mark({ merchant: { brandName, logo } }: Pick<PrintedLink, "merchant">) {
  return (
    <span className="mono" aria-hidden="true">
      <span>{lettersOf(brandName)}</span>
      {logo !== null && <img src={logo} alt="" />}
    </span>
  );
}

function Paper({ link }: { link: PrintedLink }) {
  const { translator, format, merchant, code } = link;
  const isOver = "over" in code;
  return (
    <main className="paper">
      {link.test && <p className="test">{translator.t("page.test")}</p>}
      <header>
        <Mark merchant={merchant} />
        <strong>{merchant.brandName}</strong>
      </header>
      <h1>{translator.t("slip.title")}</h1>
      <p className="amount">{amountText(link.amount, link.currency, format)}</p>
      <dl>
        <dt>{translator.t("slip.reference")}</dt>
        <dd>{link.reference}</dd>
      </dl>
      {isOver ? (
        <section className="over">
          <h2>{code.over}</h2>
          <p>{translator.t("sheet.over")}</p>
        </section>
      ) : (
        <>
          <div className="ways">
            <div
              className="code"
              role="img"
              aria-label={translator.t("sheet.code", { merchant: merchant.brandName })}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by us, of an address alone
              dangerouslySetInnerHTML={{ __html: code.svg }}
            />
            <section aria-labelledby="how">
              <h2 id="how">{translator.t("how.title")}</h2>
              <ol>
                <li>{translator.rich("sheet.scan")}</li>
                <li>{translator.rich("how.choose")}</li>
                <li>{translator.rich("how.approve")}</li>
              </ol>
              <p className="until">
                {translator.rich("link.open_until", {
                  date: <Until at={link.expiresAt} locale={translator.locale} />,
                })}
              </p>
            </section>
          </div>
          <p className="address">
            {translator.t("sheet.address")} <b>{link.url}</b>
          </p>
        </>
      )}
      <footer>
        <Brand />
      </footer>
    </main>
  );
}
