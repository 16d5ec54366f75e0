import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "../../test/code-rules/files";
import { bankProfileSchema } from "../profile-schema";
import { checkConnection } from "./check-connection";

const guide = readFileSync(path.join(projectRoot, "docs/operate/connections.md"), "utf8");
const examples = [...guide.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = ""]) => text);

describe("the operator's guide to connections", () => {
  it("has an example for each standard", () => {
    const spoken = examples.map((text) => JSON.parse(text).profile.connector);
    expect(spoken.toSorted()).toEqual([...bankProfileSchema.shape.connector.options].toSorted());
  });

  it("describes each method of client authentication and response mode, and the default of each timeout", () => {
    const { oauth, initiateTimeoutMs, statusTimeoutMs, tokenTimeoutMs } = bankProfileSchema.shape;
    const { clientAuthentication, responseMode } = oauth.unwrap().shape;
    const values = [...clientAuthentication.options, ...responseMode.options].map((value) => `\`${value}\` (`);
    const timeouts = Object.entries({ initiateTimeoutMs, statusTimeoutMs, tokenTimeoutMs }).map(
      ([name, timeout]) => `\`${name}\` (${timeout.parse(undefined)})`,
    );
    expect([...values, ...timeouts].filter((text) => !guide.includes(text))).toEqual([]);
  });

  it.each(examples.map((text) => [JSON.parse(text).profile.id, text]))(
    "%s: only its files are missing",
    (_id, text) => {
      const { faults } = checkConnection(text);
      expect(faults.length).toBeGreaterThan(0);
      expect(faults.filter((fault) => !/^security[.].* does not exist$/.test(fault))).toEqual([]);
    },
  );
});
