import type { ReactNode } from "react";
import { HtmlDocument } from "../HtmlDocument";
import { brandStyle } from "./brand-style";
import { Brand } from "./icons";
import type { Translator } from "./languages/translator";
import type { CheckoutPage } from "./model";
import { Root, titleOf } from "./Page";
import { AFTER_EARLY } from "./picker/Picker";
import type { Plain } from "./plain";
import { lookOf } from "./state/phases";
import { showsPicker } from "./state/State";
import { stateText } from "./state/state-text";

/** The whole document of a checkout page. */
export function CheckoutDocument({ page }: { page: CheckoutPage }) {
  const { leaving, backUrl, refreshS } = page;
  const onward = page.goTo ?? (leaving ? backUrl : null);
  const brand = brandStyle(page.checkout.merchant);
  const head = (
    <>
      {page.view === "hosted" && <Preview page={page} />}
      {brand !== null && <style>{brand}</style>}
      {showsPicker(page) && page.assets.early !== undefined && (
        // Nothing is painted before the early script has run, also when the bytes after the list or the style sheet arrive
        // later (HTML, link type "expect"). Browsers without it may show the list for a moment in its usual order.
        <link rel="expect" href={`#${AFTER_EARLY}`} blocking="render" />
      )}
      {page.assets.js !== null && <script src={page.assets.js} defer />}
      {onward !== null && <meta httpEquiv="refresh" content={`0;url=${onward}`} />}
      {onward === null && refreshS !== null && (
        <noscript>
          <meta httpEquiv="refresh" content={String(refreshS)} />
        </noscript>
      )}
    </>
  );
  return (
    <Shell
      translator={page.translator}
      title={titleOf(page)}
      assets={page.assets}
      theme={page.theme}
      view={page.view}
      head={head}
    >
      <Root page={page} />
    </Shell>
  );
}

/** Addresses of the style sheet and of the Latin font that is preloaded with it. */
type Assets = { css: string; font: string };

type ShellProps = {
  translator: Translator;
  title: string;
  assets: Assets;
  theme: "light" | "dark" | null;
  view: "frame" | "hosted";
  head?: ReactNode;
  children: ReactNode;
};

function Shell({ translator, title, assets, theme, view, head, children }: ShellProps) {
  return (
    <HtmlDocument
      lang={translator.locale}
      dir={translator.direction}
      title={title}
      stylesheet={assets.css}
      theme={theme}
      className={view === "frame" ? "framed" : undefined}
      bodyClassName="bk"
      head={
        <>
          <link rel="preload" href={assets.font} as="font" type="font/woff2" crossOrigin="anonymous" />
          <link rel="icon" href="/icon.svg" type="image/svg+xml" />
          {head}
        </>
      }
    >
      {children}
    </HtmlDocument>
  );
}

type PlainProps = { translator: Translator; plain: Plain; assets: Assets };

/** A page without a payment: an unknown address or a server error. */
export function PlainDocument({ translator, plain, assets }: PlainProps) {
  return (
    <Shell translator={translator} title={plain.title} assets={assets} theme={null} view="hosted">
      <PlainBody>
        <Stub {...plain}>
          {plain.reference !== undefined && (
            <dl>
              <dt>{translator.t("page.reference")}</dt>
              <dd>{plain.reference}</dd>
            </dl>
          )}
          <div className="acts">
            <WayOn translator={translator} wayOn={plain.wayOn} />
          </div>
        </Stub>
      </PlainBody>
    </Shell>
  );
}

/** An empty address is the page's own, also after a form. */
function WayOn({ translator, wayOn }: { translator: Translator; wayOn: Plain["wayOn"] }) {
  if (wayOn === "home") {
    return (
      <a className="linkish" href="/">
        {translator.t("page.home")}
      </a>
    );
  }
  return (
    // biome-ignore lint/a11y/useValidAnchor: an empty address is the page's own, with its query
    <a className="btn" href="">
      {translator.t("do.reload")}
    </a>
  );
}

function PlainBody({ children }: { children: ReactNode }) {
  return (
    <div className="hosted">
      <header className="wrap top">
        <Brand />
      </header>
      <main className="wrap">{children}</main>
    </div>
  );
}

type StubProps = Pick<Plain, "title" | "paragraphs"> & { part?: string; hidden?: boolean; children?: ReactNode };

function Stub({ title, paragraphs, part, hidden = false, children }: StubProps) {
  return (
    <div className="stub" data-part={part} hidden={hidden} role={part && "status"}>
      <h1 className="h">{title}</h1>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="say">
          {paragraph}
        </p>
      ))}
      {children}
    </div>
  );
}

/**
 * The return page for banks that put their answer into the fragment, which no server receives: the script posts the
 * answer to this address, or shows `plain` if there is none. If the script does not load, the first part and the
 * fragment stay, and a reload works. Nothing is said about the money: at some banks the approval itself has moved it.
 */
export function ReturnDocument({ translator, plain, assets }: PlainProps & { assets: { js: string } }) {
  const { t } = translator;
  const taking = { title: t("return.taking.title"), paragraphs: [t("return.taking.say")] };
  const noScript = {
    title: t("return.no_script.title"),
    paragraphs: [t("return.no_script.say"), t("page.trouble.approved")],
  };
  return (
    <Shell
      translator={translator}
      title={taking.title}
      assets={assets}
      theme={null}
      view="hosted"
      head={<script src={assets.js} defer />}
    >
      <PlainBody>
        <Stub {...taking} part="taking" />
        <Stub title={plain.title} paragraphs={plain.paragraphs} part="nothing" hidden>
          <div className="acts">
            <WayOn translator={translator} wayOn={plain.wayOn} />
          </div>
        </Stub>
        <noscript>
          <Stub {...noScript}>
            <div className="acts">
              <WayOn translator={translator} wayOn="reload" />
            </div>
          </Stub>
        </noscript>
      </PlainBody>
    </Shell>
  );
}

/**
 * Meta tags for link previews in chats (Open Graph protocol): the merchant's name and an explanation. Chat services
 * store previews, so the tags contain no amount, no reference, no customer data, and no image except the merchant's
 * logo from our origin. Search engines are excluded.
 */
function Preview({ page }: { page: CheckoutPage }) {
  const { checkout, translator, operator } = page;
  const { brandName, logo } = checkout.merchant;
  const isOver = lookOf(checkout).stub === true;
  const title = isOver
    ? `${stateText(page, "").title} · ${brandName}`
    : translator.t("page.title", { merchant: brandName });
  const description = translator.t(isOver ? "preview.over" : "preview.say", { merchant: brandName });
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:locale" content={translator.language} />
      {logo !== null && <meta property="og:image" content={`${operator.baseUrl}${logo}`} />}
      <meta name="twitter:card" content="summary" />
    </>
  );
}
