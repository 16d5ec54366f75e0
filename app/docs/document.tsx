import type { ReactNode } from "react";
import { Mark } from "@/components/ui/icons";
import { GUIDES_ADDRESS, guideLinks, linkOf } from "./guides";
import { markdown } from "./markdown";

type Assets = { css: string; js: string };

/** The layout of every documentation page. */
function Page(props: { title: string; section: "reference" | "guides"; assets: Assets; children: ReactNode }) {
  const { title, section, assets, children } = props;
  const current = (name: string) => (name === section ? ("true" as const) : undefined);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Bankside`}</title>
        <link rel="icon" href="/icon.svg" />
        <link rel="stylesheet" href={assets.css} />
        {section === "reference" ? <script defer src={assets.js} /> : null}
      </head>
      <body>
        <a className="skip" href="#content">
          Skip to the content
        </a>
        <header className="top">
          <a className="brand" href="/">
            <Mark size={24} />
            Bankside
          </a>
          <nav aria-label="Documentation">
            <a href="/docs" aria-current={current("reference")}>
              Reference
            </a>
            <a href={GUIDES_ADDRESS} aria-current={current("guides")}>
              Guides
            </a>
            <a href="/openapi.json">OpenAPI</a>
          </nav>
        </header>
        {children}
      </body>
    </html>
  );
}

/** One guide, with links to the others. */
export function GuideDocument({
  assets,
  guide,
}: {
  assets: Assets;
  guide: { title: string; address: string; text: string };
}) {
  return (
    <Page title={guide.title} section="guides" assets={assets}>
      <div className="guide">
        <nav aria-label="Guides">
          {guideLinks.map(({ title, address }) => (
            <a key={address} href={address} aria-current={address === guide.address ? "page" : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <main id="content" tabIndex={-1}>
          {markdown(guide.text, linkOf)}
        </main>
      </div>
    </Page>
  );
}

/** `demo`: banks are simulated. `hasCredentials`: the demo created API keys, which its tool prints. */
type Reference = { assets: Assets; demo: boolean; hasCredentials: boolean };

/**
 * The page around the reference: an introduction, how to obtain a token, and the element that the script renders into.
 */
export function ReferenceDocument({ assets, demo, hasCredentials }: Reference) {
  return (
    <Page title="API reference" section="reference" assets={assets}>
      <main>
        <h1>API reference</h1>
        <p className="lead">
          Every operation of this installation. Open one, press <b>Try it out</b>, and see the response.
          {demo ? " This is a demo: banks are simulated, and no money moves." : null}
        </p>
        <Authorise hasCredentials={hasCredentials} />
        <section id="content" aria-labelledby="operations-title" tabIndex={-1}>
          <h2 id="operations-title">Operations</h2>
          <noscript>
            <p>
              The reference needs JavaScript. Without it, read the <a href="/openapi.json">OpenAPI document</a>.
            </p>
          </noscript>
          <div id="reference" />
        </section>
      </main>
    </Page>
  );
}

function Authorise({ hasCredentials }: Pick<Reference, "hasCredentials">) {
  const plain = { required: true, spellCheck: false, autoCapitalize: "none", autoComplete: "off" } as const;
  return (
    <section className="authorise" aria-labelledby="authorise-title">
      <h2 id="authorise-title">Authorise</h2>
      <p>
        {hasCredentials ? (
          <>
            <code>npm run -s bankside -- demo --json</code> prints this demo’s client credentials, with the{" "}
            <code>DATA_DIR</code> that its panel shows: use one of <code>merchants</code>.{" "}
          </>
        ) : null}
        Create an API key in the <a href="/console/credentials">Console</a>. Public operations need none.
      </p>
      <form id="authorise">
        <label>
          Client ID
          <input name="client_id" {...plain} />
        </label>
        <label>
          Client secret
          <input name="client_secret" type="password" {...plain} />
        </label>
        <button type="submit">Authorise</button>
      </form>
      <details>
        <summary>I have an access token</summary>
        <form id="authorise-token">
          <label>
            Access token
            <input name="token" type="password" {...plain} />
          </label>
          <button type="submit">Use token</button>
        </form>
      </details>
      <p id="authorise-said" role="status" />
    </section>
  );
}
