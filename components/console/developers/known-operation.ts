import type { Outputs } from "../../ui/queries";

export type Operation = Outputs["developers"]["reference"]["read"][number];
export type OperationField = Operation["parameters"][number];

/** An operation, as the request log shows it. */
export type KnownOperation = Pick<
  Operation,
  "id" | "method" | "path" | "summary" | "auth" | "hasBody" | "parameters" | "variants" | "example"
>;

/** The parts of an operation that the request log shows. */
export function knownOperation<Part extends KnownOperation>(operation: Part) {
  const { id, method, path, summary, auth, hasBody, parameters, variants, example } = operation;
  return { id, method, path, summary, auth, hasBody, parameters, variants, example };
}

/** Tokens, secrets and IDs: their examples can't be sent. */
const OWN = /token|(^|_)id$|Id$|secret|challenge/;

/** Whether only the caller has a value of this field. An order id is free text. */
export function isOwnValue(name: string): boolean {
  return OWN.test(name) && name !== "order_id";
}

/** The value at a path of a body; undefined where there is none. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (at !== null && typeof at === "object" ? (at as Record<string, unknown>)[name] : undefined),
    value,
  );
}

/** The variant of a recorded body: the one with the most fields present. */
export function variantOf({ variants }: Pick<Operation, "variants">, body: unknown): number {
  const isPresent = ({ path }: OperationField) => valueAt(body, path) !== undefined && valueAt(body, path) !== null;
  const counts = variants.map(({ fields }) => fields.filter(isPresent).length);
  return Math.max(0, counts.indexOf(Math.max(...counts, 0)));
}
