import { IntlMessageFormat } from "intl-messageformat";

export type Node = ReturnType<IntlMessageFormat["getAst"]>[number];

/** The kinds of a message's parts, as the parser numbers them (its own enumeration is not exported). */
export const LITERAL = 0;
export const SELECT = 5;
export const PLURAL = 6;
export const POUND = 7;
export const TAG = 8;

/** A message in parts. @throws SyntaxError where it is no ICU MessageFormat */
export function parse(message: string): Node[] {
  return new IntlMessageFormat(message, "en").getAst();
}

/** A part and all that stand in it. */
function within(node: Node): Node[] {
  if (node.type === SELECT || node.type === PLURAL)
    return [node, ...Object.values(node.options).flatMap(({ value }) => value.flatMap(within))];
  return node.type === TAG ? [node, ...node.children.flatMap(within)] : [node];
}

/** All parts of a message, with those inside others. */
export function partsOf(message: string): Node[] {
  return parse(message).flatMap(within);
}

/** What a message is given: its places and its tags, `<b>` for one, each once and sorted. */
export function placesOf(message: string): string[] {
  const names = partsOf(message).flatMap((node) => {
    if (node.type === LITERAL || node.type === POUND) return [];
    return node.type === TAG ? [`<${node.value}>`] : [node.value];
  });
  return [...new Set(names)].sort();
}
