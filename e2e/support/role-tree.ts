// The elements of a document with their roles, states and whether they have a text: what a screen reader makes of it, without
// the words themselves.

/** Elements that only dress words within a sentence: another language has them in another order. */
const INLINE = /^(?:b|bdi|bdo|br|em|i|small|span|strong|wbr)$/;
/** Attributes whose value is words or an address: they have one, whatever it is. */
const WORDED = /^(?:alt|aria-label|content|href|placeholder|src|srcdoc|title|value|action|lang|style)$/;
/** Attributes that say what an element is, or how it stands. */
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
