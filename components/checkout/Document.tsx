import type { ReactNode } from "react";
import { HtmlDocument } from "../HtmlDocument";
import { brandStyle } from "./brand-style";
import type { CheckoutPage } from "./model";
import { Root, titleOf } from "./Page";
import { Preview } from "./Preview";
import type { Plain } from "./plain";
import type { Words } from "./translate";

/** The whole document of a checkout page. */
export function CheckoutDocument({ page }: { page: CheckoutPage }) {
  const { leaving, backUrl, refreshS } = page;
  const onward = page.goTo ?? (leaving ? backUrl : null);
  const brand = brandStyle(page.checkout.merchant);
  const head = (
    <>
      {page.view === "hosted" && <Preview page={page} />}
      {brand !== null && <style>{brand}</style>}
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
      words={page.words}
      title={titleOf(page)}
      css={page.assets.css}
      theme={page.theme}
      view={page.view}
      head={head}
    >
      <Root page={page} />
    </Shell>
  );
}

type ShellProps = {
  words: Words;
  title: string;
  css: string;
  theme: "light" | "dark" | null;
  view: "frame" | "hosted";
  head?: ReactNode;
  children: ReactNode;
};

function Shell({ words, title, css, theme, view, head, children }: ShellProps) {
  return (
    <HtmlDocument
      lang={words.locale}
      dir={words.direction}
      title={title}
      stylesheet={css}
      theme={theme}
      className={view === "frame" ? "framed" : undefined}
      bodyClassName="bk"
      head={
        <>
          <link rel="icon" href="/icon.svg" type="image/svg+xml" />
          {head}
        </>
      }
    >
      {children}
    </HtmlDocument>
  );
}

type PlainProps = { words: Words; plain: Plain; css: string };

/** A page with nothing to pay: an unknown address, or a trouble of our own. It names nobody. */
export function PlainDocument({ words, plain, css }: PlainProps) {
  return (
    <Shell words={words} title={plain.title} css={css} theme={null} view="hosted">
      <PlainBody>
        <Stub {...plain} />
      </PlainBody>
    </Shell>
  );
}

function PlainBody({ children }: { children: ReactNode }) {
  return (
    <div className="hosted">
      <main className="wrap">{children}</main>
    </div>
  );
}

function Stub({ title, say, part, hidden = false }: Plain & { part?: string; hidden?: boolean }) {
  return (
    <div className="stub" data-part={part} hidden={hidden} role={part && "status"}>
      <h1 className="h">{title}</h1>
      {say.map((paragraph) => (
        <p key={paragraph} className="say">
          {paragraph}
        </p>
      ))}
    </div>
  );
}

/**
 * Where a bank sends shoppers back with its answer in the fragment, which no server sees: the script posts the answer to
 * this very address, or shows `plain` where there is none. A script that does not come leaves the first part, and the
 * answer in the address: loading the page again takes it in. "Nothing was taken" is true without script: where a bank
 * answers so, money moves only by a later call of ours, which needs that answer.
 */
export function ReturnDocument({ words, plain, css, js }: PlainProps & { js: string }) {
  const { say } = words;
  const taking = { title: say("return.taking.title"), say: [say("return.taking.say")] };
  const noScript = {
    title: say("return.no_script.title"),
    say: [say("return.no_script.say"), say("return.no_script.choose")],
  };
  return (
    <Shell words={words} title={taking.title} css={css} theme={null} view="hosted" head={<script src={js} defer />}>
      <PlainBody>
        <Stub {...taking} part="taking" />
        <Stub {...plain} part="nothing" hidden />
        <noscript>
          <Stub {...noScript} />
        </noscript>
      </PlainBody>
    </Shell>
  );
}
