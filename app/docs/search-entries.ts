import { lexer, type Token } from "marked";
import { listOperations } from "@/server/http/openapi/operations";
import { guideLinks, readGuide } from "./guides";
import { anchorOf } from "./markdown";

/** A section of a guide, or an operation of the reference. */
export type SearchEntry = { address: string; page: string; title: string; text: string };

/** Everything that the search of the documentation finds. */
export function searchEntries(): SearchEntry[] {
  return [...listOperations().map(operationEntry), ...guideLinks.flatMap(({ name }) => guideEntries(name))];
}

function operationEntry({
  id,
  tag,
  method,
  path,
  summary,
  parameters,
  variants,
}: ReturnType<typeof listOperations>[0]) {
  const fields = [...parameters, ...variants.flatMap((variant) => variant.fields)].map((field) => field.path.join("."));
  const text = [id, method, path, tag, ...new Set(fields)].join(" ");
  return { address: `/docs#/${tag.replaceAll(" ", "%20")}/${id}`, page: `${method} ${path}`, title: summary, text };
}

function guideEntries(name: string): SearchEntry[] {
  const guide = readGuide(name);
  if (!guide) return [];
  const entries: SearchEntry[] = [];
  for (const token of lexer(guide.text)) {
    if (token.type === "heading") {
      const address = token.depth === 1 ? guide.address : `${guide.address}#${anchorOf(token.text)}`;
      entries.push({ address, page: guide.title, title: plain(token), text: "" });
    }
    const last = entries.at(-1);
    if (last && token.type !== "heading") last.text += `${plain(token)} `;
  }
  return entries;
}

/** The words of a token, without marks and addresses. */
function plain(token: Token): string {
  if (token.type === "table") return token.raw.replace(/\]\([^)]*\)|[|*`[\]]/g, " ");
  if (token.type === "list") return token.items.map(plain).join(" ");
  return "tokens" in token && token.tokens
    ? token.tokens.map(plain).join("")
    : "text" in token
      ? String(token.text)
      : "";
}
