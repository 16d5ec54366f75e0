import { z } from "zod";

export type Json = { [key: string]: unknown };

/** Removed: patterns that repeat a format, and the limits of JavaScript's integers. */
const SAID_BY_FORMAT = new Set(["uuid", "date-time", "email"]);
const NO_BOUNDS = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];

/**
 * JSON Schema 2020-12, which OpenAPI 3.1 uses. A schema with an id (`.meta({ id })`) is added to `components` under
 * that name and referenced.
 * @throws Error when two different schemas have the same id
 */
export function schemaOf(schema: z.ZodType, io: "input" | "output", components: Record<string, Json>): Json {
  const written = z.toJSONSchema(schema, { io, unrepresentable: "any", override: simplify }) as Json;
  const { $schema: _dialect, $defs = {}, ...rest } = referringToComponents(written) as Json;
  for (const [id, definition] of Object.entries($defs as Record<string, Json>)) {
    const known = components[id];
    if (known && JSON.stringify(known) !== JSON.stringify(definition)) throw new Error(`Two schemas are called ${id}.`);
    components[id] = definition;
  }
  return rest;
}

function referringToComponents(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(referringToComponents);
  if (part === null || typeof part !== "object") return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key === "$ref" ? String(value).replace("#/$defs/", "#/components/schemas/") : referringToComponents(value),
    ]),
  );
}

function simplify({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }): void {
  documentAs(zodSchema, jsonSchema);
  keepWhatCallersSee(zodSchema, jsonSchema);
  // New fields don't need a new API version, so objects allow further properties, except strict schemas.
  const { def } = zodSchema._zod;
  if (def.type === "object" && def.catchall === undefined) delete jsonSchema["additionalProperties"];
  if (SAID_BY_FORMAT.has(String(jsonSchema["format"]))) delete jsonSchema["pattern"];
  const implied = jsonSchema["type"] === "integer" ? ["minimum", "maximum"] : [];
  for (const bound of implied) if (NO_BOUNDS.includes(Number(jsonSchema[bound]))) delete jsonSchema[bound];
}

/** Adds examples and defaults, which zod omits where a text is parsed into another type. */
function keepWhatCallersSee(zodSchema: z.core.$ZodTypes, jsonSchema: Json): void {
  const { examples } = z.globalRegistry.get(zodSchema) ?? {};
  if (examples) jsonSchema["examples"] = examples;
  const { def } = zodSchema._zod;
  if (def.type === "default") jsonSchema["default"] = def.defaultValue;
}

/** The caller's type of a query parameter (an integer) whose schema reads text: `.meta({ documentAs })`. */
function documentAs(zodSchema: z.core.$ZodTypes, jsonSchema: Json): void {
  const as = z.globalRegistry.get(zodSchema)?.["documentAs"];
  if (as === undefined) return;
  for (const key of Object.keys(jsonSchema)) if (key !== "description" && key !== "examples") delete jsonSchema[key];
  Object.assign(jsonSchema, as);
}
