import { expect, it } from "vitest";
import { withoutLinks } from "./fill-text";

it.each([
  ["https://evil.example/pay", "https: //evil. example/pay"],
  ["www.evil.example", "www. evil. example"],
  ["evil.2go.example", "evil. 2go. example"],
  ["help@evil.example", "help@ evil. example"],
  ["a\r\nevil.example", "a evil. example"],
])("withoutLinks(%j) is what no mail program turns into a link: %j", (text, shown) => {
  expect(withoutLinks(text)).toBe(shown);
});

it.each(["Table 12", "INV/2026.11.001-7", "No. 5", "J. Silva & Filhos"])("withoutLinks(%j) is the same", (text) => {
  expect(withoutLinks(text)).toBe(text);
});
