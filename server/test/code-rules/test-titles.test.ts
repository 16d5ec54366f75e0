import { expect, it } from "vitest";
import { testsIn } from "../../../scripts/lib/test-titles.mjs";

const FILE = `
describe("a payment", () => {
  beforeEach(() => reset());
  it("is paid", () => expect(paid()).toBe(true));
  it.each<[string]>([["GBP"], ["EUR"]])("in %s is paid", (currency: string) => pay(currency));
  describe.each(BANKS)("at $name", ({ name }) => {
    it.skipIf(!name)(\`is \${name}'s\`, () => undefined);
  });
});
test.use({ locale: "en-GB" });
for (const kind of KINDS) test(kind, { tag: "@deep" }, async ({ page }) => open(page));
test.describe("a group", () => test("has a test", work));
it("takes long", async () => pay(), LONG_MS);
`;

it("finds every test of a file with its titles, tables, loops and options", () => {
  expect(testsIn(FILE, "a.test.ts").map(({ id, context }) => [id, context])).toEqual([
    ["a.test.ts: a payment > is paid", ["describe", "it"]],
    ["a.test.ts: a payment > in %s is paid", ["describe", 'it.each<[string]>([["GBP"], ["EUR"]])']],
    [`a.test.ts: a payment > at $name > is \${name}'s`, ["describe", "describe.each(BANKS)", "it.skipIf(!name)"]],
    [`a.test.ts: \${kind}`, ["KINDS", "test", '{ tag: "@deep" }']],
    ["a.test.ts: a group > has a test", ["test.describe", "test"]],
    ["a.test.ts: takes long", ["it", "LONG_MS"]],
  ]);
});

it("takes a test's function as its body, also where a constant or options are beside it", () => {
  const bodies = new Map(testsIn(FILE, "a.test.ts").map(({ last, body }) => [last, body]));
  expect(bodies.get("takes long")).toBe("async () => pay()");
  expect(bodies.get(`\${kind}`)).toBe("async ({ page }) => open(page)");
  expect(bodies.get("has a test")).toBe("work");
});
