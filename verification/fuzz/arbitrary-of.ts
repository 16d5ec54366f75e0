import fc from "fast-check";
import { z } from "zod";

/** Arbitraries by field name, for fields whose valid values the schema does not describe. */
export type Hints = Record<string, fc.Arbitrary<unknown>>;

const MAX_ITEMS = 8;
const USUAL_TEXT = 60;
const MAX_MISSES = 2_000;

/**
 * Values that a schema accepts, in their form on the wire: the input of a transformation.
 * @throws Error for an unknown zod construct, and when refinements refuse every generated value
 */
export function arbitraryOf(schema: z.ZodType, hints: Hints, name = "input"): fc.Arbitrary<unknown> {
  let misses = 0;
  return build(schema, hints, name).filter((value) => {
    const isTaken = schema.safeParse(value).success;
    misses = isTaken ? 0 : misses + 1;
    if (misses > MAX_MISSES) throw new Error(`${name}: nothing that is made passes its refinements; it needs a hint`);
    return isTaken;
  });
}

function build(schema: z.ZodType, hints: Hints, name: string): fc.Arbitrary<unknown> {
  const hint = Object.hasOwn(hints, name) ? hints[name] : undefined;
  if (hint) return hint;
  const { def } = (schema as z.core.$ZodType as z.core.$ZodTypes)._zod;
  const of = (part: z.core.$ZodType, as = name) => build(part as z.ZodType, hints, as);
  switch (def.type) {
    case "object":
      return objectOf(def.shape, of);
    case "string":
      return textOf(schema);
    case "number":
      return numberOf(schema);
    case "boolean":
      return fc.boolean();
    case "literal":
      return fc.constantFrom(...def.values);
    case "enum":
      return fc.constantFrom(...Object.values(def.entries));
    case "nullable":
      return fc.option(of(def.innerType), { nil: null });
    case "optional":
    case "default":
    case "prefault":
      return of(def.innerType);
    case "union":
      return fc.oneof(...def.options.map((option) => of(option)));
    case "array":
      return fc.array(of(def.element), { maxLength: MAX_ITEMS });
    case "record":
      return fc.dictionary(of(def.keyType, `${name} key`) as fc.Arbitrary<string>, of(def.valueType, `${name} value`), {
        maxKeys: MAX_ITEMS,
      });
    case "pipe":
      return of(def.in);
    default:
      throw new Error(`${name}: no arbitrary for zod's ${def.type}`);
  }
}

function objectOf(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  of: (part: z.core.$ZodType, as: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const isOptional = (part: z.core.$ZodType) => z.safeParse(part, undefined).success;
  // A property that may only be absent is never generated.
  const possible = Object.entries(shape).filter(([, part]) => !isNever(part));
  const requiredKeys = possible.filter(([, part]) => !isOptional(part)).map(([key]) => key);
  const model = Object.fromEntries(possible.map(([key, part]) => [key, of(part, key)]));
  return fc.record(model, { requiredKeys, noNullPrototype: true });
}

function isNever(part: z.core.$ZodType): boolean {
  const { def } = (part as z.core.$ZodTypes)._zod;
  return def.type === "never" || (def.type === "optional" && isNever(def.innerType));
}

type Facts = { type?: string; format?: string; pattern?: string; minLength?: number; maxLength?: number } & {
  minimum?: number;
  maximum?: number;
  allOf?: { pattern?: string }[];
};

/** Bounds and patterns as JSON Schema: the only public description of zod's checks. */
function factsOf(schema: z.ZodType): Facts {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Facts;
}

function textOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const { format, pattern, allOf, minLength = 0, maxLength = USUAL_TEXT } = factsOf(schema);
  if (format === "uuid") return fc.uuid();
  if (format === "email") return fc.emailAddress();
  const [first] = [pattern, ...(allOf ?? []).map((each) => each.pattern)].filter((each) => each !== undefined);
  // The first pattern generates the text; the other checks filter it.
  if (first !== undefined) return fc.stringMatching(new RegExp(first));
  const usual = usualText(minLength, Math.min(maxLength, USUAL_TEXT));
  return fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: fc.constant("x".repeat(maxLength)) });
}

const usualTexts = new Map<string, fc.Arbitrary<string>>();

/** Cached for each pair of bounds: fast-check builds large tables of characters for each. */
function usualText(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const bounds = `${minLength} ${maxLength}`;
  const made = usualTexts.get(bounds) ?? fc.string({ unit: "grapheme", minLength, maxLength });
  usualTexts.set(bounds, made);
  return made;
}

function numberOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const { type, minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = factsOf(schema);
  if (type === "integer") return fc.bigInt(BigInt(minimum), BigInt(maximum)).map(Number);
  return fc.double({ min: minimum, max: maximum, noNaN: true });
}
