import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { ZoneProvider } from "../../ui/time/zone";
import { AuditPage } from "../audit/audit";
import type { AuditOf } from "../audit/audit-calls";
import type { AuditEntry } from "../audit/audit-labels";
import { ConsoleQueries } from "../frame/console-queries";
import { OwnHistory } from "./own-history";

// Outside of Next there is no router.
vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => {} }) }));

const AT = "2026-11-22T10:00:00.000Z";
const from = { at: AT, ip: "203.0.113.9", device: "Firefox on Linux" };

const drawn = (node: ReactNode) =>
  renderToStaticMarkup(
    <ConsoleQueries mode="live" may={[]}>
      <ZoneProvider known={null}>{node}</ZoneProvider>
    </ConsoleQueries>,
  );

describe("a user's own sign-in history", () => {
  it.each([
    ["You signed in with an e-mail code and the app", "user.signed_in", { way: "code app" }, "you"],
    ["You added the passkey Laptop", "passkey.added", { name: "Laptop" }, "you"],
    ["Someone entered too many wrong two-factor codes for your account", "second_step.guessed", {}, "unknown"],
    ["The operator removed your passkeys and two-factor authentication", "user.sign_in_reset", {}, "operator"],
    ["The operator deleted your recovery codes", "user.recovery_codes_deleted", { codes: 10 }, "operator"],
    [
      "The service revoked your API tokens, because a used one was used again",
      "token_family.reuse_detected",
      {},
      "service",
    ],
    ["The operator enabled your account", "user.enabled", {}, "operator"],
  ] as const)("shows: %s", (words, action, detail, by) => {
    const first = { items: [{ ...from, id: "1", action, detail, by }], newer: null, older: null };
    const text = drawn(<OwnHistory first={first} cursor={undefined} />).replace(/<[^>]+>/g, "|");
    expect(text).toContain(`|${words}|`);
  });
});

describe("the page of a log", () => {
  const entry: AuditEntry = {
    ...{
      id: "1",
      seq: 1,
      at: "2026-11-01T10:00:00.000Z",
      action: "merchant.created",
      subjectId: null,
      subjectName: null,
    },
    ...{ actor: { kind: "system", id: null, name: null, email: null }, actingAs: null, partnerName: null },
    ...{ detail: {}, before: null, after: null, ip: null, device: null, requestId: null },
    ...{ hash: "a".repeat(64), prevHash: "b".repeat(64), hashed: "" },
  };
  const first = { items: [entry], newer: null, older: null, total: 1 };
  const choices = { actors: [], actions: [] };
  const filter = { about: "a b" };
  const pageOf = (of: AuditOf, shown = first) =>
    drawn(<AuditPage of={of} path="/there" first={shown} choices={choices} filter={filter} />);

  it.each([
    [{ platform: true } as const, "q=a+b"],
    [{ partnerId: "p1" }, "q=a+b&amp;partner=p1"],
  ])("exports the log with the filter of the page: %j", (of, search) => {
    const page = pageOf(of);
    for (const ending of ["csv", "jsonl"]) expect(page).toContain(`href="/there/export.${ending}?${search}"`);
  });

  it("offers no export of an empty list", () => {
    expect(pageOf({ platform: true }, { ...first, items: [] })).not.toContain("/there/export");
  });
});
