import { describe, expect, it } from "vitest";
import { TEMPLATES } from "../../components/operator/connection-templates";
import { checkConnection } from "./check-connection";

describe("what an operator begins a connection with in the Console", () => {
  it.each(TEMPLATES)("by $name has nothing wrong but the PEM files, which are the operator's", ({ file }) => {
    const { faults } = checkConnection(JSON.stringify(file));
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.filter((fault) => !/^security[.]\S+ \/etc\/bankside\/\S+ is not there$/.test(fault))).toEqual([]);
  });
});
