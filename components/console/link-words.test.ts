import { expect, it } from "vitest";
import { closedWords, languageWords, viewsWords } from "./link-words";

it("views are counted in words, and none is a word too", () => {
  expect([0, 1, 2].map(viewsWords)).toEqual(["not opened", "1 view", "2 views"]);
});

it("a link that is over says why, and never that nothing can come any more where it can", () => {
  expect(closedWords("active")).toBe("");
  expect(closedWords("used")).toContain("has been paid");
  for (const status of ["expired", "cancelled"]) expect(closedWords(status)).toContain("before still counts");
});

it("a language is said in English", () => {
  expect(["pt-BR", "de", "en-GB", "cs"].map(languageWords)).toEqual([
    "Brazilian Portuguese",
    "German",
    "British English",
    "Czech",
  ]);
});
