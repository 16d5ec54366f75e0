import type { Answered } from "./document";

/**
 * The shape of an answer: its status, the names of its headers, and the types in its body without their values. Two
 * answers of one shape differ only in values. An error code is part of the shape.
 */
export function shapeOf({ status, headers, text }: Answered): string {
  const type = headers.get("content-type") ?? "";
  const body = type.startsWith("application/json") && text !== "" ? bodyShape(text) : `${type}:${text === ""}`;
  return `${status} ${[...headers.keys()].join(",")} ${body}`;
}

function bodyShape(text: string): string {
  const value: unknown = JSON.parse(text);
  const code = /"code":"[A-Z0-9_]+"/.exec(text)?.[0] ?? "";
  return typesIn(value) + code;
}

function typesIn(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return `[${[...new Set(value.map(typesIn))].sort().join("|")}]`;
  if (typeof value !== "object") return typeof value;
  const fields = Object.entries(value).map(([name, field]) => `${name}:${typesIn(field)}`);
  return `{${fields.sort().join(",")}}`;
}
