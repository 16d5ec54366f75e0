import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { checkOrigins } from "../merchants/rules";
import { projectRoot, sourceFiles } from "../test/files";
import { isUrl } from "./parse-url";

/** After so many calls, Node has compiled what they call. */
const WARM = 20_000;
const NAME = "https://käse.example";

describe("an address with a letter beyond ASCII", () => {
  it("is one in a process that has looked at many others, relative ones too", () => {
    for (let index = 0; index < WARM; index += 1) isUrl(`https://shop.example/${index}`);
    for (let index = 0; index < WARM; index += 1) isUrl(`/${index}`, "https://shop.example");
    expect([isUrl(NAME), isUrl("/café", NAME), isUrl("café"), isUrl("")]).toEqual([true, true, false, false]);
  });

  it("is taken as an origin by such a process", () => {
    for (let index = 0; index < WARM; index += 1) checkOrigins(["https://shop.example"]);
    expect(checkOrigins([NAME])).toEqual(["https://xn--kse-qla.example"]);
  });

  it("is not left to URL.canParse anywhere in the product", () => {
    const files = ["server", "components", "app"].flatMap((folder) => sourceFiles(folder, /[.]tsx?$/));
    const others = files.filter((file) => !/\/test\/|[.]test[.]|lib\/parse-url[.]ts$/.test(file));
    expect(others.filter((file) => readFileSync(path.join(projectRoot, file), "utf8").includes("canParse"))).toEqual(
      [],
    );
  });
});
