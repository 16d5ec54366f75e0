import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ReceivedResponse, SentRequest } from "./exchange";

it("a response's invisible characters are shown, in its headers and in its body", () => {
  const headers = { server: "shop\u202egnp", "x-id": ["a", "a"] };
  const markup = renderToStaticMarkup(
    <ReceivedResponse status={200} headers={headers} body={"paid\u200b\u202e <b>"} />,
  );
  const shown = markup.slice(markup.indexOf("<pre"));
  expect(shown).not.toMatch(/[\u200b\u202e]/);
  expect(shown).toContain("shop\\u{202e}gnp");
  expect(shown).toContain("paid\\u{200b}\\u{202e} &lt;b&gt;");
  expect(shown.split("x-id").length).toBe(3);
});

it("a request's headers are in the order in which they were sent", () => {
  const headers = { "X-Signature": "t=1,v1=0", "Content-Type": "application/json" };
  const markup = renderToStaticMarkup(<SentRequest url="https://shop.example/hook" headers={headers} body="{}" />);
  expect(markup.indexOf("Content-Type")).toBeLessThan(markup.indexOf("X-Signature"));
});
