import { expect, it } from "vitest";
import { readOptions } from "./options.js";

const env = { BANKSIDE_URL: "https://pay.example", BANKSIDE_CLIENT_ID: "id", BANKSIDE_CLIENT_SECRET: "secret" };

it.each(["localhost:4000/hook", "ftp://127.0.0.1/", "http://me:pass@127.0.0.1/", ""])(
  "--to %j is refused with what it must be",
  (to) => {
    expect(() => readOptions(["--to", to], env)).toThrow(/^--to must be an http or https URL without user name/);
  },
);

it("control: a local URL is taken as --to", () => {
  expect(readOptions(["--to", "http://localhost:4000/hook"], env).to).toBe("http://localhost:4000/hook");
});
