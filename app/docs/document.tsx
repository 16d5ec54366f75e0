import { Mark } from "@/components/console/icons";

type Props = { assets: { css: string; js: string }; demo: boolean };

/** The page around the reference: what this is, how to come by a token, and the place where the script draws. */
export function ReferenceDocument({ assets, demo }: Props) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>API reference · Bankside</title>
        <link rel="icon" href="/icon.svg" />
        <link rel="stylesheet" href={assets.css} />
        <script defer src={assets.js} />
      </head>
      <body>
        <a className="skip" href="#reference">
          Skip to the operations
        </a>
        <header className="top">
          <a className="brand" href="/">
            <Mark size={24} />
            Bankside
          </a>
          <nav aria-label="Documentation">
            <a href="/docs" aria-current="page">
              Reference
            </a>
            <a href="/docs/integrate">Guides</a>
            <a href="/openapi.json">OpenAPI</a>
          </nav>
        </header>
        <main>
          <h1>API reference</h1>
          <p className="lead">
            Every operation, as this installation answers it. Open one, press <b>Try it out</b>, and see what comes
            back.
            {demo ? " This is a demo: banks are simulated, and no money moves." : null}
          </p>
          <Authorise demo={demo} />
          <h2 id="operations-title">Operations</h2>
          <noscript>
            <p>
              The reference is drawn by a script. Without one, read the <a href="/openapi.json">OpenAPI document</a>.
            </p>
          </noscript>
          <div id="reference" tabIndex={-1} />
        </main>
      </body>
    </html>
  );
}

function Authorise({ demo }: { demo: boolean }) {
  const plain = { required: true, spellCheck: false, autoCapitalize: "none", autoComplete: "off" } as const;
  return (
    <section className="authorise" aria-labelledby="authorise-title">
      <h2 id="authorise-title">Authorise</h2>
      <p>
        {demo ? (
          <>
            <code>npm run -s bankside -- demo --json</code> prints the credentials of this demo.{" "}
          </>
        ) : null}
        Your own are made in the <a href="/console/credentials">Console</a>. Public operations need none.
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
          <button type="submit">Use it</button>
        </form>
      </details>
      <p id="authorise-said" role="status" />
    </section>
  );
}
