import type { ReactNode } from "react";
import type { CheckoutPage } from "./model";
import { Root, titleOf } from "./Page";

/** The whole document of a checkout page. */
export function CheckoutDocument({ page }: { page: CheckoutPage }) {
  const { leaving, backUrl, refreshS } = page;
  const head = (
    <>
      <script src={page.assets.js} defer />
      {leaving && backUrl !== null && <meta httpEquiv="refresh" content={`0;url=${backUrl}`} />}
      {!leaving && refreshS !== null && (
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
    <html lang="en" data-theme={theme ?? undefined} className={view === "frame" ? "framed" : undefined}>
      {/* biome-ignore lint/style/noHeadElement: a document of our own, not a page of Next */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme ?? "light dark"} />
        <title>{title}</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={css} />
        {head}
      </head>
      <body className="bk">{children}</body>
    </html>
  );
}

/** A page with nothing to pay: an unknown address, or a trouble of our own. It names nobody. */
export function PlainDocument({ title, say, css }: { title: string; say: string[]; css: string }) {
  return (
    <Shell title={title} css={css} theme={null} view="hosted">
      <div className="hosted">
        <main className="wrap">
          <div className="stub">
            <h1 className="h">{title}</h1>
            {say.map((paragraph) => (
              <p key={paragraph} className="say">
                {paragraph}
              </p>
            ))}
          </div>
        </main>
      </div>
    </Shell>
  );
}
