import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { listOperations } from "@/server/http/openapi/operations";
import { EmbedCode } from "./embed-code";

it("the snippet names an operation of the API", () => {
  const pinned = { src: "https://pay.example.com/loader.js", integrity: "sha384-x" };
  const markup = renderToStaticMarkup(<EmbedCode baseUrl="https://pay.example.com" pinned={pinned} />);
  const [, method, path] = /(POST) (\/api\/v1\/[\w/-]+)/.exec(markup) ?? [];
  expect(listOperations().map((operation) => `${operation.method} ${operation.path}`)).toContain(`${method} ${path}`);
});
