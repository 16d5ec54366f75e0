import { CopyButton } from "./copy-button";
import s from "./exchange.module.css";

type Headers = Record<string, string | string[]>;

/** As they were sent: what is kept of a call has its headers in no order. */
const SENT_ORDER = ["Content-Type", "User-Agent", "X-Event-Id", "X-Timestamp", "X-Signature"];

/** What was sent to a receiver, as it was sent. `path`: of the address. */
export function SentRequest({ path, headers, body }: { path: string; headers: Headers; body: string }) {
  const rank = ([name]: [string, unknown]) => SENT_ORDER.indexOf(name);
  const sorted = Object.fromEntries(Object.entries(headers).sort((a, b) => rank(a) - rank(b)));
  return <Exchange title="Request" first={`POST ${path} HTTP/1.1`} headers={sorted} body={body} pretty />;
}

/** What a receiver answered: text as it came, never drawn as a page. */
export function GivenAnswer({ status, headers, body }: { status: number; headers: Headers; body: string }) {
  return <Exchange title="Answer" first={`HTTP/1.1 ${status}`} headers={headers} body={body} />;
}

function Exchange(props: { title: string; first: string; headers: Headers; body: string; pretty?: boolean }) {
  const { title, first, headers, body, pretty = false } = props;
  const lines = Object.entries(headers).flatMap(([name, values]) => [values].flat().map((value) => ({ name, value })));
  const text = [first, ...lines.map(({ name, value }) => `${name}: ${value}`), "", body].join("\n");
  return (
    <div className={s.box}>
      <div className={s.head}>
        <b>{title}</b>
        <span>
          <CopyButton text={text} label={title.toLowerCase()} />
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by the keyboard */}
      <pre tabIndex={0}>
        {first}
        {"\n"}
        {lines.map(({ name, value }) => (
          <span key={`${name} ${value}`}>
            <span className={s.name}>{name}:</span> {value}
            {"\n"}
          </span>
        ))}
        {"\n"}
        {pretty ? indented(body) : body}
      </pre>
    </div>
  );
}

/** JSON for reading; what is copied stays as it was sent. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
