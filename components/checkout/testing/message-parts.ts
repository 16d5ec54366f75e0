import { IntlMessageFormat } from "intl-messageformat";

export type Node = ReturnType<IntlMessageFormat["getAst"]>[number];

/** The part types of the message parser (its enumeration is not exported). */
export const LITERAL = 0;
export const SELECT = 5;
export const PLURAL = 6;
export const POUND = 7;
export const TAG = 8;

/**
 * Parses a message.
 * @throws SyntaxError if it is not valid ICU MessageFormat
 */
export function parse(message: string): Node[] {
  return new IntlMessageFormat(message, "en").getAst();
}

/** A part and all parts inside it. */
function within(node: Node): Node[] {
  if (node.type === SELECT || node.type === PLURAL)
    return [node, ...Object.values(node.options).flatMap(({ value }) => value.flatMap(within))];
  return node.type === TAG ? [node, ...node.children.flatMap(within)] : [node];
}

/** All parts of a message, including nested ones. */
export function partsOf(message: string): Node[] {
  return parse(message).flatMap(within);
}

/** The placeholders and tags (`<b>`) of a message, distinct and sorted. */
export function placeholdersOf(message: string): string[] {
  const names = partsOf(message).flatMap((node) => {
    if (node.type === LITERAL || node.type === POUND) return [];
    return node.type === TAG ? [`<${node.value}>`] : [node.value];
  });
  return [...new Set(names)].sort();
}
