import type { ReactNode } from "react";
import { HtmlDocument } from "../HtmlDocument";

/** A page of the simulated bank: a whole document, without a script, and loud about what it is. */
export function Page({ title, stylesheet, children }: { title: string; stylesheet: string; children: ReactNode }) {
  return (
    <HtmlDocument title={`${title} Simulated bank: no real money`} stylesheet={stylesheet}>
      <header className="loud">
        <strong>Simulated bank: no real money</strong>
        <span>A test page of Bankside. No bank made it, and no account stands behind it.</span>
      </header>
      <main>{children}</main>
    </HtmlDocument>
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
