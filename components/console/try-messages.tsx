"use client";

import { type ReactNode, useState } from "react";
import { CopyButton } from "./copy-button";
import s from "./delivery.module.css";
import { byteLength, headerLines, readable, requestLine } from "./delivery-message";
import { NOT_KEPT } from "./exchange";
import log from "./log.module.css";
import { MessageText } from "./message-text";
import type { Outputs } from "./queries";

type Try = Outputs["webhooks"]["log"]["get"]["tries"][number];
/** Of an answer's body so much is kept; `server/lib/safe-fetch.ts` says so. */
const KEPT_BYTES = 8 * 1024;

/**
 * What was sent in one try and what came back, as text and nothing else: an answer is a stranger's. Without a try, what
 * will be sent.
 */
export function TryMessages({ one, body }: { one: Try | null; body: string }) {
  const [asBytes, setBytes] = useState(false);
  const lines = one ? headerLines(one.requestHeaders) : [];
  const start = one ? requestLine(one.url) : null;
  const raw = [start, ...lines.map(({ name, value }) => `${name}: ${value}`), "", body].filter((line) => line !== null);
  return (
    <div className={s.messages}>
      {one?.timings ? <Timing timings={one.timings} /> : null}
      <Pane
        title={one ? "Request" : "What will be sent"}
        note={`${byteLength(body)} bytes${one?.remoteAddress ? ` to ${one.remoteAddress}` : ""}`}
        copy={raw.join("\n")}
        tools={
          <fieldset className={log.tabs}>
            <legend className={s.legend}>Body</legend>
            <button type="button" aria-pressed={!asBytes} onClick={() => setBytes(false)}>
              Read
            </button>
            <button type="button" aria-pressed={asBytes} onClick={() => setBytes(true)}>
              Bytes
            </button>
          </fieldset>
        }
      >
        <MessageText start={start} lines={lines} body={asBytes ? body : readable(body)} />
      </Pane>
      {one ? <Answer one={one} /> : null}
    </div>
  );
}

function Answer({ one }: { one: Try }) {
  if (one.status === null) {
    return (
      <Pane title="Answer" note="none came">
        <MessageText start={null} lines={[]} body={one.error ?? ""} />
      </Pane>
    );
  }
  const start = `HTTP/1.1 ${one.status}`;
  if (one.responseHeaders === null) {
    return (
      <Pane title="Answer" note="status and time only">
        <MessageText start={start} lines={[]} body={`(${NOT_KEPT})`} />
      </Pane>
    );
  }
  const lines = headerLines(one.responseHeaders);
  const body = one.responseBody ?? "";
  const isCut = byteLength(body) >= KEPT_BYTES;
  const raw = [start, ...lines.map(({ name, value }) => `${name}: ${value}`), "", body];
  return (
    <Pane title="Answer" note={isCut ? "its first 8 KiB" : `${byteLength(body)} bytes`} copy={raw.join("\n")}>
      <MessageText start={start} lines={lines} body={body === "" ? "(no body)" : body} />
    </Pane>
  );
}

function Pane(props: { title: string; note: string; copy?: string; tools?: ReactNode; children: ReactNode }) {
  const { title, note, copy, tools, children } = props;
  return (
    <section className={s.code} aria-label={title}>
      <header>
        <h3>{title}</h3>
        <span>{note}</span>
        {tools}
        {copy === undefined ? null : <CopyButton text={copy} label={title.toLowerCase()} />}
      </header>
      {children}
    </section>
  );
}

const PARTS = [
  ["nameMs", "Name"],
  ["connectMs", "Connect"],
  ["tlsMs", "TLS"],
  ["waitMs", "Wait"],
] as const;

/** Where the time of a try went: a bar whose parts are said in words below. */
function Timing({ timings }: { timings: NonNullable<Try["timings"]> }) {
  const parts = PARTS.flatMap(([key, word]) => {
    const ms = timings[key];
    return ms === null ? [] : [{ key, words: `${word} ${ms.toLocaleString("en-GB")} ms`, ms }];
  });
  if (parts.length === 0) return null;
  return (
    <figure>
      <div className={s.timing} aria-hidden="true">
        {parts.map(({ key, ms }) => (
          <i key={key} data-part={key} style={{ flexGrow: ms }} />
        ))}
      </div>
      <figcaption className={s.legendOfTiming}>
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
