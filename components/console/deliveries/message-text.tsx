import { Pre } from "../../ui/parts";
import { type headerLines, visible } from "./delivery-message";

/** A request or a response as text: first line, headers, body. Invisible characters are shown. */
export function MessageText(props: { start: string | null; lines: ReturnType<typeof headerLines>; body: string }) {
  const { start, lines, body } = props;
  return (
    <Pre>
      {start === null ? null : `${visible(start)}\n`}
      {lines.map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header may come twice, and the lines never move
        <span key={index}>
          <i>{visible(name)}:</i> {visible(value)}
          {"\n"}
        </span>
      ))}
      {start === null ? null : "\n"}
      {visible(body)}
    </Pre>
  );
}
