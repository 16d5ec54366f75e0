import { z } from "zod";

export type Json = { [key: string]: unknown };

/** What zod writes beside a format that says the same, and the bounds of every integer in JavaScript. */
const SAID_BY_FORMAT = new Set(["uuid", "date-time", "email"]);
const NO_BOUNDS = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];

/**
 * JSON Schema 2020-12, which OpenAPI 3.1 speaks natively. A schema with an id (`.meta({ id })`) goes into `components`
 * under that name, and is referred to.
 * @throws Error when one id names two different schemas
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
  // Fields are added without a new version, so an object is open to its reader, unless its schema is a strict one.
  const { def } = zodSchema._zod;
  if (def.type === "object" && def.catchall === undefined) delete jsonSchema["additionalProperties"];
  if (SAID_BY_FORMAT.has(String(jsonSchema["format"]))) delete jsonSchema["pattern"];
  const unsaid = jsonSchema["type"] === "integer" ? ["minimum", "maximum"] : [];
  for (const bound of unsaid) if (NO_BOUNDS.includes(Number(jsonSchema[bound]))) delete jsonSchema[bound];
}

/** Examples, and what counts when nothing is given: zod leaves them out where a text is read as something else. */
function keepWhatCallersSee(zodSchema: z.core.$ZodTypes, jsonSchema: Json): void {
  const { examples } = z.globalRegistry.get(zodSchema) ?? {};
  if (examples) jsonSchema["examples"] = examples;
  const { def } = zodSchema._zod;
  if (def.type === "default") jsonSchema["default"] = def.defaultValue;
}

/** What a query parameter is to its caller (an integer), where its schema reads it as text: `.meta({ documentAs })`. */
function documentAs(zodSchema: z.core.$ZodTypes, jsonSchema: Json): void {
  const as = z.globalRegistry.get(zodSchema)?.["documentAs"];
  if (as === undefined) return;
  for (const key of Object.keys(jsonSchema)) if (key !== "description" && key !== "examples") delete jsonSchema[key];
  Object.assign(jsonSchema, as);
}
