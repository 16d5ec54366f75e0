import type { ReactNode } from "react";
import { HtmlDocument } from "../../../components/HtmlDocument";

/**
 * A page of the simulated bank: a complete document without a script, under a banner that labels it as a simulation.
 */
export function Page({ title, stylesheet, children }: { title: string; stylesheet: string; children: ReactNode }) {
  return (
    <HtmlDocument title={`${title} Simulated bank: no real money`} stylesheet={stylesheet}>
      <header className="loud">
        <strong>Simulated bank: no real money</strong>
        <span>A test page by Bankside. Not a real bank.</span>
      </header>
      <main>{children}</main>
    </HtmlDocument>
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
