import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ZoneProvider } from "../../ui/time/zone";
import { ConsoleQueries } from "../frame/console-queries";
import type { Account } from "./balance-labels";
import { BalancesTable } from "./balances-table";

const ACCOUNT = {
  ...{ id: "1", currency: "EUR", roles: ["receiving"], bankName: "Riverbank", number: "DE…0154", simulated: true },
};
const READING = { data: { balance: "1.00", reason: null, fetchedAt: "2026-11-20T12:00:00.000Z" }, isFetching: false };

const ASKING = { data: undefined, isFetching: true };

function drawn(access: Account["access"], reading: object = READING): string {
  return renderToStaticMarkup(
    <ConsoleQueries mode="test" may={[]}>
      <ZoneProvider known="Europe/Berlin">
        <BalancesTable
          accounts={[{ ...ACCOUNT, access }]}
          readings={[{ error: null, ...reading } as never]}
          received={new Map()}
          may={{ renew: false, remove: false }}
          onRemove={() => {}}
        />
      </ZoneProvider>
    </ConsoleQueries>,
  ).replace(/<[^>]+>/g, "");
}

it("a consent ends on its last day east of UTC too; a removal has the local date", () => {
  const validUntil = "2026-11-20T23:59:59.999Z";
  expect(drawn({ kind: "valid", validUntil, endsSoon: true })).toMatch(
    /Until 20 Nov 2026.*The consent ends on 20 Nov 2026\./,
  );
  expect(drawn({ kind: "over", state: "expired", endedAt: validUntil })).toContain("Ended 20 Nov");
  expect(drawn({ kind: "over", state: "revoked", endedAt: validUntil })).toContain("Removed 21 Nov");
});

it("what is known before the bank answers is said at once, so that no line moves later", () => {
  const early = (access: Account["access"]) => drawn(access, ASKING);
  expect(early({ kind: "none" })).toContain("Access to this account hasn’t been granted yet.");
  expect(early({ kind: "not-connected" })).toContain("This bank is not connected.");
  expect(early({ kind: "over", state: "revoked", endedAt: null })).toContain(
    "The consent for this account was removed.",
  );
  expect(early({ kind: "valid", validUntil: "2026-11-20T12:00:00.000Z", endsSoon: true })).toContain(
    "The consent ends on",
  );
  expect(early({ kind: "corporate" })).not.toContain("Unknown is not zero.");
});

it.each([
  ["a known balance", READING.data, /1\.00 EUR.*Not updated.*Last known 20 Nov( \d{4})?, 13:00\./],
  ["no balance", undefined, /Unknown EUR.*Unknown.*Unknown is not zero\./],
])("an account with %s whose refresh failed says which of the two it is", (_, data, words) => {
  const text = drawn({ kind: "corporate" }, { data, isFetching: false, error: new Error("Offline") });
  expect(text).toMatch(words);
  expect(/Unknown/.test(text)).toBe(data === undefined);
});
