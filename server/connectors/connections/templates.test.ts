import { describe, expect, it } from "vitest";
import { TEMPLATES } from "../../../components/operator/banks/connection-templates";
import { checkConnection } from "./check-connection";

describe("a connection template of the Console", () => {
  it.each(TEMPLATES)("for $name has no fault but the missing PEM files", ({ file }) => {
    const { faults } = checkConnection(JSON.stringify(file));
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.filter((fault) => !/^security[.]\S+ \/etc\/bankside\/\S+ does not exist$/.test(fault))).toEqual([]);
  });
});
