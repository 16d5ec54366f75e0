import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { POST_ROUTES } from "../../verification/permissions/post-routes";

const APP = path.join(import.meta.dirname, "../../app");
/** `export function POST`, `export const POST`, `export { handle as POST }`, for any method that may change something. */
const CHANGES =
  /export\s+(?:async\s+)?(?:function|const)\s+(?:POST|PUT|PATCH|DELETE)\b|\b(?:POST|PUT|PATCH|DELETE)\b[^}]*\}\s*;/;

function routesThatChange(): string[] {
  const files = readdirSync(APP, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /(?:^|[\\/])route\.tsx?$/.test(file))
    .filter((file) => CHANGES.test(readFileSync(path.join(APP, file), "utf8")))
    .map((file) => path.dirname(file).split(path.sep).join("/"));
}

it("every route with other methods than GET has a row, and every row a route", () => {
  expect(routesThatChange().sort()).toEqual(Object.keys(POST_ROUTES).sort());
});

it("no page uses a server action", () => {
  const files = readdirSync(APP, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  const acting = files.filter((file) => /^\s*["']use server["']/m.test(readFileSync(path.join(APP, file), "utf8")));
  expect(acting).toEqual([]);
});
