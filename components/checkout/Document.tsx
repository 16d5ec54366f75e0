import type { ReactNode } from "react";
import { HtmlDocument } from "../HtmlDocument";
import type { CheckoutPage } from "./model";
import { Root, titleOf } from "./Page";

/** The whole document of a checkout page. */
export function CheckoutDocument({ page }: { page: CheckoutPage }) {
  const { leaving, backUrl, refreshS } = page;
  const onward = page.goTo ?? (leaving ? backUrl : null);
  const head = (
    <>
      <script src={page.assets.js} defer />
      {onward !== null && <meta httpEquiv="refresh" content={`0;url=${onward}`} />}
      {onward === null && refreshS !== null && (
        <noscript>
          <meta httpEquiv="refresh" content={String(refreshS)} />
        </noscript>
      )}
    </>
  );
  return (
    <Shell title={titleOf(page)} css={page.assets.css} theme={page.theme} view={page.view} head={head}>
      <Root page={page} />
    </Shell>
  );
}

type ShellProps = {
  title: string;
  css: string;
  theme: "light" | "dark" | null;
  view: "frame" | "hosted";
  head?: ReactNode;
  children: ReactNode;
};

function Shell({ title, css, theme, view, head, children }: ShellProps) {
  return (
    <HtmlDocument
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

type Words = { title: string; say: string[] };

/** A page with nothing to pay: an unknown address, or a trouble of our own. It names nobody. */
export function PlainDocument({ title, say, css }: Words & { css: string }) {
  return (
    <Shell title={title} css={css} theme={null} view="hosted">
      <PlainBody>
        <Stub title={title} say={say} />
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

function Stub({ title, say, part, hidden = false }: Words & { part?: string; hidden?: boolean }) {
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

const TAKING: Words = {
  title: "One moment",
  say: ["You are back from your bank, and we are taking in its answer. Please don’t pay a second time."],
};
/** Where a bank answers in the fragment, money moves only by a later call of ours, which needs that answer. */
const NO_SCRIPT: Words = {
  title: "Nothing was taken",
  say: [
    "This bank hands its answer over in a way that needs JavaScript, and your browser has it switched off.",
    "Go back to the payment page and choose another bank there. Or switch JavaScript on and load this page again.",
  ],
};

/**
 * Where a bank sends shoppers back with its answer in the fragment, which no server sees: the script posts the answer to
 * this very address, or shows `nothing` where there is none. A script that does not come leaves the first part, and the
 * answer in the address: loading the page again takes it in.
 */
export function ReturnDocument({ nothing, css, js }: { nothing: Words; css: string; js: string }) {
  return (
    <Shell title={TAKING.title} css={css} theme={null} view="hosted" head={<script src={js} defer />}>
      <PlainBody>
        <Stub {...TAKING} part="taking" />
        <Stub {...nothing} part="nothing" hidden />
        <noscript>
          <Stub {...NO_SCRIPT} />
        </noscript>
      </PlainBody>
    </Shell>
  );
}
