import type { ReactNode } from "react";
import { Mark } from "@/components/ui/icons";
import type { Operation } from "@/server/http/openapi/operations";
import { GUIDES_ADDRESS, guideLinks, linkOf } from "./guides";
import { markdown } from "./markdown";

type Assets = { css: string; js: string; referenceJs: string };

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
        <script type="module" src={assets.js} />
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
            <button type="button" id="search-open" hidden>
              Search
            </button>
          </nav>
        </header>
        {children}
        <Search />
      </body>
    </html>
  );
}

/** Filled and opened by the script. */
function Search() {
  return (
    <dialog id="search" aria-label="Search the documentation">
      <div>
        <input
          id="search-field"
          type="search"
          aria-label="Search the documentation"
          placeholder="Search guides and reference"
          autoComplete="off"
          spellCheck={false}
        />
        <p id="search-status" role="status" />
        <ul id="search-found" />
      </div>
    </dialog>
  );
}

/** The 404 page of a guide. */
export function MissingGuideDocument({ assets }: { assets: Assets }) {
  return (
    <Page title="Page not found" section="guides" assets={assets}>
      <div className="guide">
        <GuideLinks />
        <main id="content" tabIndex={-1}>
          <h1>Page not found</h1>
          <p>
            No guide has this address. Choose one of the guides, or read the <a href="/docs">API reference</a>.
          </p>
        </main>
      </div>
    </Page>
  );
}

function GuideLinks({ here }: { here?: string }) {
  return (
    <nav aria-label="Guides">
      {guideLinks.map(({ title, address }) => (
        <a key={address} href={address} aria-current={address === here ? "page" : undefined}>
          {title}
        </a>
      ))}
    </nav>
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
        <GuideLinks here={guide.address} />
        <main id="content" tabIndex={-1}>
          {markdown(guide.text, linkOf)}
        </main>
      </div>
    </Page>
  );
}

/** `demo`: banks are simulated. `hasCredentials`: the demo created API keys, which its tool prints. */
type Reference = { assets: Assets; operations: readonly Operation[]; demo: boolean; hasCredentials: boolean };

/**
 * The page around the reference: an introduction, how to obtain a token, and the element that the script renders into.
 */
export function ReferenceDocument({ assets, operations, demo, hasCredentials }: Reference) {
  return (
    <Page title="API reference" section="reference" assets={assets}>
      <main>
        <h1>API reference</h1>
        <p className="lead">
          Every operation of this installation. Open one, send a request, and see the response.
          {demo ? " This is a demo: banks are simulated, and no money moves." : null}
        </p>
        <Authorise hasCredentials={hasCredentials} />
        <section id="content" aria-labelledby="operations-title" tabIndex={-1}>
          <h2 id="operations-title">Operations</h2>
          <div id="reference" data-script={assets.referenceJs}>
            <Operations operations={operations} />
          </div>
        </section>
      </main>
    </Page>
  );
}

/** The operations by tag. The renderer replaces them when one is opened. */
function Operations({ operations }: Pick<Reference, "operations">) {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return tags.map((tag) => (
    <section key={tag} aria-label={tag}>
      <h3 className="opblock-tag">{tag}</h3>
      <ul className="operations">
        {operations
          .filter((one) => one.tag === tag)
          .map(({ id, method, path, summary }) => (
            <li key={id} className={`opblock-${method.toLowerCase()}`}>
              <a className="opblock-summary-control" href={`#/${tag.replaceAll(" ", "%20")}/${id}`}>
                <span className="opblock-summary-method">{method}</span>
                <span className="opblock-summary-path-description-wrapper">
                  <span className="opblock-summary-path">{path}</span>
                  <span className="opblock-summary-description">{summary}</span>
                </span>
                <span className="opblock-summary-operation-id">{id}</span>
              </a>
            </li>
          ))}
      </ul>
    </section>
  ));
}

function Authorise({ hasCredentials }: Pick<Reference, "hasCredentials">) {
  const plain = { required: true, spellCheck: false, autoCapitalize: "none", autoComplete: "off" } as const;
  return (
    <section className="authorise" aria-labelledby="authorise-title">
      <h2 id="authorise-title">Authorise</h2>
      <p id="signed-in">
        <a href="/sign-in?to=/docs">Sign in to the Console</a> to send requests in test mode without an API key. Public
        operations need neither.
      </p>
      <details id="keys" open>
        <summary>With an API key</summary>
        <p>
          {hasCredentials ? (
            <>
              <code>npm run -s bankside -- demo</code> prints this demo’s client credentials, with the{" "}
              <code>DATA_DIR</code> that its panel shows: use those of a merchant.{" "}
            </>
          ) : null}
          Create an API key in the <a href="/console/api-keys">Console</a>.
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
      </details>
      <p id="authorise-status" role="status" />
    </section>
  );
}
