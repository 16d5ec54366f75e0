import type { ReactNode } from "react";

type Link = (address: string) => string;

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)]+)\)/;
const LANGUAGES: Record<string, string> = {
  sh: "Shell",
  ts: "TypeScript",
  python: "Python",
  html: "HTML",
  text: "Output",
};

/** Text with code, emphasis and links. */
function inline(text: string, link: Link): ReactNode[] {
  const match = INLINE.exec(text);
  if (!match) return text === "" ? [] : [text];
  const [whole, code, strong, emphasis, label = "", address = ""] = match;
  // What is left grows shorter with every part: its length tells the parts of a line apart.
  const key = text.length;
  const part = code ? (
    <code key={key}>{code}</code>
  ) : strong ? (
    <b key={key}>{inline(strong, link)}</b>
  ) : emphasis ? (
    <em key={key}>{emphasis}</em>
  ) : (
    <a key={key} href={link(address)}>
      {inline(label, link)}
    </a>
  );
  return [text.slice(0, match.index), part, ...inline(text.slice(match.index + whole.length), link)];
}

const cells = (line: string) => line.split("|").slice(1, -1);

function table(lines: string[], link: Link): ReactNode {
  const [head = "", , ...rows] = lines;
  const named = cells(head).some((cell) => cell.trim() !== "");
  return (
    <table key={lines.join()}>
      {named ? (
        <thead>
          <tr>
            {cells(head).map((cell) => (
              <th key={cell}>{inline(cell.trim(), link)}</th>
            ))}
          </tr>
        </thead>
      ) : null}
      <tbody>
        {rows.map((row) => (
          <tr key={row}>
            {cells(row).map((cell) => (
              <td key={cell}>{inline(cell.trim(), link)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function list(block: string, link: Link): ReactNode {
  const items = block.split(/^(?:\d+[.]|-) /m).slice(1);
  const drawn = items.map((item) => <li key={item}>{inline(item.trim(), link)}</li>);
  return block.startsWith("-") ? <ul key={block}>{drawn}</ul> : <ol key={block}>{drawn}</ol>;
}

function code(block: string): ReactNode {
  const [fence = "", ...lines] = block.split("\n");
  const [language = "", file] = fence.slice(3).split(" file=");
  const label = file ?? LANGUAGES[language] ?? "";
  return (
    <figure key={block}>
      {label === "" ? null : <figcaption>{label}</figcaption>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys have to reach what scrolls. */}
      <pre tabIndex={0}>
        <code>{lines.slice(0, -1).join("\n")}</code>
      </pre>
    </figure>
  );
}

/**
 * The Markdown of our own guides as elements: headings, paragraphs, lists, tables, blocks of code; code, emphasis and links
 * in a line. No more than they use, and no HTML. `link` says where an address leads.
 */
export function markdown(text: string, link: Link): ReactNode[] {
  const blocks = text.match(/^```[\s\S]*?^```$|(?:^(?!```).+$\n?)+/gm) ?? [];
  return blocks.map((block) => {
    if (block.startsWith("```")) return code(block);
    if (block.startsWith("|")) return table(block.trim().split("\n"), link);
    if (/^(?:1[.]|-) /.test(block)) return list(block, link);
    const heading = /^(#+) (.*)/.exec(block);
    if (heading?.[1] === "#") return <h1 key={block}>{inline(heading[2] ?? "", link)}</h1>;
    if (heading) return <h2 key={block}>{inline(heading[2] ?? "", link)}</h2>;
    return <p key={block}>{inline(block.trim(), link)}</p>;
  });
}
