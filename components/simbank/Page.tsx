import type { ReactNode } from "react";

/** A page of the simulated bank: a whole document, without a script, and loud about what it is. */
export function Page({ title, stylesheet, children }: { title: string; stylesheet: string; children: ReactNode }) {
  return (
    <html lang="en">
      {/* biome-ignore lint/style/noHeadElement: a whole document, drawn by a route handler; next/head does not reach it. */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} Simulated bank: no real money`}</title>
        <link rel="stylesheet" href={stylesheet} />
      </head>
      <body>
        <header className="loud">
          <strong>Simulated bank: no real money</strong>
          <span>A test page of Bankside. No bank made it, and no account stands behind it.</span>
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}

/** The bank that is stood in for, and what its page is about. */
export function Head({ bankName, title }: { bankName: string | null; title: string }) {
  return (
    <div className="head">
      <span className="mark" aria-hidden="true">
        SIM
      </span>
      <div>
        <p>{bankName === null ? "Simulated bank" : `Simulated bank, in place of ${bankName}`}</p>
        <h1>{title}</h1>
      </div>
    </div>
  );
}
