import { readGuide } from "@/app/docs/guides";

/** An event type in the guide: when it is sent, in Markdown, and an example payload. */
export type EventOfGuide = { type: string; text: string; example: unknown };

const SECTION = /^## `([\w.]+)`\n([\s\S]*?)(?=^## |(?![\s\S]))/gm;
const BLOCK = /^```json\n([\s\S]*?)\n```$/m;

/** Every event type of the guide in its order. The Console shows the guide's text. */
export function readCatalogue(): EventOfGuide[] {
  const guide = readGuide("events")?.text ?? "";
  return [...guide.matchAll(SECTION)].map(([, type = "", section = ""]) => {
    const [block, json = "null"] = BLOCK.exec(section) ?? [""];
    return { type, text: section.replace(block, "").trim(), example: JSON.parse(json) as unknown };
  });
}
