/** Markup that goes into a page unescaped. */
export interface Html {
  html: string;
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

type Part = Html | string | number | readonly Html[];

/** A template for markup: strings are escaped, `Html` values are not. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return { html: strings.map((text, index) => text + render(parts[index])).join("") };
}

/** Marks trusted markup, such as a drawing, as `Html`. */
export function raw(markup: string): Html {
  return { html: markup };
}

function render(part: Part | undefined): string {
  if (part === undefined) return "";
  if (typeof part === "string" || typeof part === "number")
    return String(part).replace(/[&<>"']/g, (c) => ESCAPES[c] ?? "");
  if ("html" in part) return part.html;
  return part.map((piece) => piece.html).join("");
}
