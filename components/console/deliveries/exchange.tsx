import { CodeFrame } from "../../ui/code/code-box";
import { headerLines, messageText, readable, requestLine } from "./delivery-message";
import { MessageText } from "./message-text";

type Headers = Record<string, string | string[]>;

/** The request to a receiver, as it was sent. */
export function SentRequest({ url, headers, body }: { url: string; headers: Headers; body: string }) {
  return <Exchange title="Request" first={requestLine(url)} headers={headers} body={body} pretty />;
}

/** Shown instead of a response's headers and body where they are not kept. */
export const NOT_KEPT = "headers and body are not kept: the address is on a private network";

/** A receiver's response as text, never as a page: it is untrusted, so invisible characters are shown. */
export function ReceivedResponse(props: { status: number; headers: Headers | null; body: string | null }) {
  const { status, headers, body } = props;
  if (headers === null || body === null) {
    return <Exchange title="Response" first={`HTTP/1.1 ${status}`} headers={{}} body={`(${NOT_KEPT})`} />;
  }
  return <Exchange title="Response" first={`HTTP/1.1 ${status}`} headers={headers} body={body} />;
}

function Exchange(props: { title: string; first: string; headers: Headers; body: string; pretty?: boolean }) {
  const { title, first, headers, body, pretty = false } = props;
  const lines = headerLines(headers);
  return (
    <CodeFrame head={<b>{title}</b>} copy={{ text: messageText(first, lines, body), label: title.toLowerCase() }}>
      <MessageText start={first} lines={lines} body={pretty ? readable(body) : body} />
    </CodeFrame>
  );
}
