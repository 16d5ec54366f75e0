import type { ReactNode } from "react";

/**
 * A page of the simulated bank: a complete document without a script, under a banner that labels it as a simulation.
 */
export function Page({ title, stylesheet, children }: { title: string; stylesheet: string; children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Simulated bank: no real money`}</title>
        <link rel="stylesheet" href={stylesheet} />
      </head>
      <body>
        <header className="loud">
          <strong>Simulated bank: no real money</strong>
          <span>A test page by Bankside. Not a real bank.</span>
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}

/** The name of the simulated bank, and the page's title. */
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
