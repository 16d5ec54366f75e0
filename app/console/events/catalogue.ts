import { readGuide } from "@/app/docs/guides";

/** A type of event as the guide tells of it: when it is sent, in Markdown, and a payload that really was sent. */
export type EventOfGuide = { type: string; words: string; example: unknown };

const SECTION = /^## `([\w.]+)`\n([\s\S]*?)(?=^## |(?![\s\S]))/gm;
const BLOCK = /^```json\n([\s\S]*?)\n```$/m;

/** Every type of the guide to events, in its order: what the Console says of an event is said there, and once. */
export function readCatalogue(): EventOfGuide[] {
  const text = readGuide("events")?.text ?? "";
  return [...text.matchAll(SECTION)].map(([, type = "", section = ""]) => {
    const [block, json = "null"] = BLOCK.exec(section) ?? [""];
    return { type, words: section.replace(block, "").trim(), example: JSON.parse(json) as unknown };
  });
}
