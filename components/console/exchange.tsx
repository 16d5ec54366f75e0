import { CopyButton } from "./copy-button";
import { headerLines, readable } from "./delivery-message";
import s from "./exchange.module.css";
import { MessageText } from "./message-text";

type Headers = Record<string, string | string[]>;

/** What was sent to a receiver, as it was sent. `path`: of the address. */
export function SentRequest({ path, headers, body }: { path: string; headers: Headers; body: string }) {
  return <Exchange title="Request" first={`POST ${path} HTTP/1.1`} headers={headers} body={body} pretty />;
}

/** In the place of an answer's headers and body, where they are not kept. */
export const NOT_KEPT = "headers and body are not kept: the address is in a private network";

/** What a receiver answered: text, never drawn as a page. It is a stranger's: what would not be seen in it is shown. */
export function GivenAnswer(props: { status: number; headers: Headers | null; body: string | null }) {
  const { status, headers, body } = props;
  if (headers === null || body === null) {
    return <Exchange title="Answer" first={`HTTP/1.1 ${status}`} headers={{}} body={`(${NOT_KEPT})`} />;
  }
  return <Exchange title="Answer" first={`HTTP/1.1 ${status}`} headers={headers} body={body} />;
}

function Exchange(props: { title: string; first: string; headers: Headers; body: string; pretty?: boolean }) {
  const { title, first, headers, body, pretty = false } = props;
  const lines = headerLines(headers);
  const text = [first, ...lines.map(({ name, value }) => `${name}: ${value}`), "", body].join("\n");
  return (
    <div className={s.box}>
      <div className={s.head}>
        <b>{title}</b>
        <span>
          <CopyButton text={text} label={title.toLowerCase()} />
        </span>
      </div>
      <MessageText start={first} lines={lines} body={pretty ? readable(body) : body} />
    </div>
  );
}
