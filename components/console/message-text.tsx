import { type headerLines, visible } from "./delivery-message";

/** A request or an answer as text: its first line, its headers, its body. What would not be seen in it is shown. */
export function MessageText(props: { start: string | null; lines: ReturnType<typeof headerLines>; body: string }) {
  const { start, lines, body } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <pre tabIndex={0}>
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
    </pre>
  );
}
