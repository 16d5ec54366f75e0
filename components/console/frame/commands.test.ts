import { describe, expect, it } from "vitest";
import { permittedPaths } from "@/server/identity/permissions/permissions";
import { actsFor, fits } from "./commands";
import { activeNavItem, markedHref, navGroupsFor, navPages } from "./nav-items";

describe("the command menu", () => {
  it("matches the beginnings of words, in any order", () => {
    expect(fits("pay li", "Payment links")).toBe(true);
    expect(fits("links pay", "Payment links")).toBe(true);
    expect(fits("ment", "Payment links")).toBe(false);
    expect(fits("", "Payment links")).toBe(true);
  });

  it("offers only commands that the user may run", () => {
    const all = actsFor(() => true, "", "console").map(({ words }) => words);
    const none = actsFor(() => false, "", "console").map(({ words }) => words);
    expect(all).toContain("New API key");
    expect(none).not.toContain("New API key");
    expect(none).toContain("Security and sessions");
  });

  it("offers each section its own commands only", () => {
    const [ours, theirs] = (["operator", "console"] as const).map((section) =>
      actsFor(() => true, "new", section).map(({ words }) => words),
    );
    expect(ours).toEqual(["New merchant", "New partner"]);
    expect(theirs).toEqual(["New payment link", "New API key", "New webhook endpoint"]);
  });
});

const groupsOf = (role: "owner" | "viewer") => navGroupsFor(permittedPaths([role]));
const names = (role: "owner" | "viewer") => groupsOf(role).map(({ items }) => items.map(({ name }) => name));

describe("the navigation", () => {
  it("has five pages, Integration and Settings, for owners and viewers", () => {
    const expected = [
      ["Home", "Payments", "Payment links", "Balances", "Customers"],
      ["Integration", "Settings"],
    ];
    expect(names("owner")).toEqual(expected);
    expect(names("viewer")).toEqual(expected);
  });

  it("has in a section only the pages that the user may open, and leads to the first of them", () => {
    const integration = (role: "owner" | "viewer") => groupsOf(role)[1]?.items[0];
    expect(integration("owner")?.pages?.map(({ name }) => name)).toContain("API keys");
    expect(integration("viewer")?.pages?.map(({ name }) => name)).not.toContain("API keys");
    expect(integration("viewer")?.href).toBe("/console/go-live");
  });

  it("gives every letter to one page", () => {
    const letters = groupsOf("owner").flatMap(({ items }) => items.flatMap((item) => [item, ...(item.pages ?? [])]));
    const given = letters.map(({ letter }) => letter).filter((letter) => letter !== undefined);
    expect(new Set(given).size).toBe(given.length);
  });

  it("finds the page of an address below it, within a section", () => {
    expect(activeNavItem(groupsOf("owner"), "/console/webhooks/deliveries")?.name).toBe("Webhooks");
    expect(activeNavItem(groupsOf("owner"), "/console/customers/id%3A1")?.name).toBe("Customers");
    expect(navPages(groupsOf("owner")).map(({ name }) => name)).not.toContain("Settings");
  });

  it("marks Webhooks on the page of events for who may open both, and Events for who may open that one only", () => {
    const marked = (role: "owner" | "viewer") => markedHref(activeNavItem(groupsOf(role), "/console/events"));
    expect(marked("owner")).toBe("/console/webhooks");
    expect(marked("viewer")).toBe("/console/events");
  });
});
