import { type ReactNode, useState } from "react";
import { CodeFrame, Versions } from "../../ui/code/code-box";
import type { Outputs } from "../../ui/queries";
import s from "./delivery.module.css";
import { byteLength, headerLines, messageText, readable, requestLine } from "./delivery-message";
import { NOT_KEPT } from "./exchange";
import { MessageText } from "./message-text";

type Try = Outputs["webhooks"]["log"]["get"]["tries"][number];
/** How much of a response body is kept: see `server/lib/net/safe-fetch.ts`. */
const KEPT_BYTES = 8 * 1024;

/**
 * The request of one attempt and its response, rendered as text only: a response is untrusted. Without an attempt, the
 * body that will be sent.
 */
export function TryMessages({ one, body }: { one: Try | null; body: string }) {
  const [shown, setShown] = useState("Formatted");
  const lines = one ? headerLines(one.requestHeaders) : [];
  const start = one ? requestLine(one.url) : null;
  return (
    <div className={s.messages}>
      {one?.timings ? <Timing timings={one.timings} /> : null}
      <Pane
        title="Request"
        note={`${byteLength(body)} bytes${one === null ? ", not sent yet" : one.remoteAddress ? ` to ${one.remoteAddress}` : ""}`}
        copy={messageText(start, lines, body)}
        tools={<Versions label="Body" options={["Formatted", "Raw"]} picked={shown} onPick={setShown} />}
      >
        <MessageText start={start} lines={lines} body={shown === "Raw" ? body : readable(body)} />
      </Pane>
      {one ? <ResponsePane one={one} /> : null}
    </div>
  );
}

function ResponsePane({ one }: { one: Try }) {
  if (one.status === null) {
    return (
      <Pane title="Response" note="none">
        <MessageText start={null} lines={[]} body={one.error ?? ""} />
      </Pane>
    );
  }
  const start = `HTTP/1.1 ${one.status}`;
  if (one.responseHeaders === null) {
    return (
      <Pane title="Response" note="status and duration only">
        <MessageText start={start} lines={[]} body={`(${NOT_KEPT})`} />
      </Pane>
    );
  }
  const lines = headerLines(one.responseHeaders);
  const body = one.responseBody ?? "";
  const isCut = byteLength(body) >= KEPT_BYTES;
  return (
    <Pane
      title="Response"
      note={isCut ? "first 8 KiB" : `${byteLength(body)} bytes`}
      copy={messageText(start, lines, body)}
    >
      <MessageText start={start} lines={lines} body={body === "" ? "(no body)" : body} />
    </Pane>
  );
}

type PaneProps = { title: string; note: string; copy?: string; tools?: ReactNode; children: ReactNode };

function Pane({ title, copy, ...rest }: PaneProps) {
  return (
    <section aria-label={title}>
      <CodeFrame
        head={<h3>{title}</h3>}
        copy={copy === undefined ? undefined : { text: copy, label: title.toLowerCase() }}
        {...rest}
      />
    </section>
  );
}

const PARTS = [
  ["nameMs", "DNS"],
  ["connectMs", "Connect"],
  ["tlsMs", "TLS"],
  ["waitMs", "Waiting"],
] as const;

/** The duration of an attempt in its parts: a bar, with the numbers below. */
function Timing({ timings }: { timings: NonNullable<Try["timings"]> }) {
  const parts = PARTS.flatMap(([key, word]) => {
    const ms = timings[key];
    return ms === null ? [] : [{ key, words: `${word} ${ms.toLocaleString("en-GB")} ms`, ms }];
  });
  if (parts.length === 0) return null;
  const isReused = timings.connectMs === null && timings.waitMs !== null;
  return (
    <figure>
      <div className={s.timing} aria-hidden="true">
        {parts.map(({ key, ms }) => (
          <i key={key} data-part={key} style={{ flexGrow: ms }} />
        ))}
      </div>
      <figcaption className={s.legendOfTiming}>
        {isReused && <span>Connection reused</span>}
        {parts.map(({ key, words }) => (
          <span key={key}>
            <i data-part={key} aria-hidden="true" />
            {words}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
