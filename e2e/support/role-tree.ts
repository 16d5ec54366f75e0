// The elements of a document with their roles and states, and whether they have a text: its structure for a screen reader
// in any language.

/** Elements that mark words within a sentence: their order differs by language. */
const INLINE = /^(?:b|bdi|bdo|br|em|i|small|span|strong|wbr)$/;
/** Attributes whose value is a text or an address: only whether it is empty is compared. */
const WORDED = /^(?:alt|aria-label|content|href|placeholder|src|srcdoc|title|value|action|lang|style)$/;
/** Attributes that give an element's role or state. */
const KEPT =
  /^(?:aria-[a-z]+|alt|checked|disabled|for|hidden|href|id|inputmode|name|placeholder|role|tabindex|title|type)$/;
const TAG = /<(\/?)([a-z][\w-]*)((?:"[^"]*"|[^>"])*)>|([^<]+)/gi;
const ATTRIBUTE = /([\w:-]+)(?:="([^"]*)")?/g;

/** A line for each element and each text. Leaves out `script`, `style` and options, which differ by language. */
export function roleTree(html: string): string[] {
  const lines: string[] = [];
  const body = html.replaceAll(/<(script|style|select)\b[^>]*>.*?<\/\1>/gis, "<$1>");
  for (const [, closing, tag = "", attributes = "", text = ""] of body.matchAll(TAG)) {
    if (text.trim()) lines.push("text");
    if (!tag || closing || (INLINE.test(tag) && !/\b(?:role|aria-)/.test(attributes))) continue;
    lines.push([tag, ...described(attributes)].join(" "));
  }
  return lines.filter((line, index) => line !== "text" || lines[index - 1] !== "text");
}

function described(attributes: string): string[] {
  const found = [...attributes.matchAll(ATTRIBUTE)].filter(([, name = ""]) => KEPT.test(name));
  return found
    .map(([, name = "", value = ""]) => (WORDED.test(name) ? `${name}${value ? "" : " empty"}` : `${name}=${value}`))
    .sort();
}
