import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { projectRoot, sourceFiles } from "../../../server/test/code-rules/files";
import { ACTION_GROUPS } from "./audit-filter";
import { type AuditEntry, formatActor, formatClient, formatObject, hasActionLabel } from "./audit-labels";

/** Acts whose last word is chosen at run time, and its possible values. */
const MADE_UP: Record<string, readonly string[]> = {
  "connection.${input.to}": ["connection.enabled", "connection.disabled"],
  "customer.note_${what}": ["customer.note_added", "customer.note_deleted"],
  "payment.note_${what}": ["payment.note_added", "payment.note_deleted"],
  "user.${input.to}": ["user.enabled", "user.disabled"],
  "webhook_destination.${to}": ["webhook_destination.paused", "webhook_destination.resumed"],
  "webhook_endpoint.${input.to}": ["webhook_endpoint.enabled", "webhook_endpoint.disabled"],
  "webhook_endpoint.secret_${what}": ["rotated", "prepared", "activated", "discarded"].map(
    (what) => `webhook_endpoint.secret_${what}`,
  ),
  "webhook_secret.${what}": ["generated", "revoked", "prepared", "activated", "discarded"].map(
    (what) => `webhook_secret.${what}`,
  ),
};

/** The actions that the code audits: every text in the form of an action, in files that use the audit log. */
function writtenActs(): string[] {
  const files = ["server", "app"].flatMap((folder) => sourceFiles(folder, /[.]ts$/));
  return files
    .filter((file) => !/[.]test[.]ts$|^server[/](?:generated|test)[/]/.test(file))
    .map((file) => readFileSync(path.join(projectRoot, file), "utf8"))
    .filter((text) => /recordAudit|AuditFact|exportList|exportFile/.test(text))
    .flatMap((text) => [...text.matchAll(/\baction\b[^\n]*?(?:"[a-z_]+[.][a-z_]+"|`[^`]+`).*/g)])
    .flatMap(([line]) => [...line.matchAll(/"([a-z_]+[.][a-z_]+)"|`([a-z_]+[.][^`]+)`/g)])
    .flatMap(([, plain, template]) => (plain ? [plain] : (MADE_UP[template ?? ""] ?? [template ?? ""])));
}

it("every action of the audit log has a label and a group", () => {
  const acts = [...new Set(writtenActs())];
  expect(acts.length).toBeGreaterThan(60);
  expect(acts.filter((act) => !hasActionLabel(act))).toEqual([]);
  const nouns = new Set<string>(ACTION_GROUPS.flatMap((group) => [...group.nouns]));
  expect(acts.filter((act) => !nouns.has(act.split(".")[0] ?? ""))).toEqual([]);
});

it("a customer who is erased from one payment is shown with the payment, and one who is erased from all without a name", () => {
  const entry = { actor: { id: "u" }, action: "customer.erased", subjectName: null, detail: {}, after: null };
  const shown = (subjectId: string | null) => formatObject({ ...entry, subjectId } as unknown as AuditEntry);
  expect(shown("0191e0a8-0000-7000-8000-000000000000")).toBe("of the payment 0191e0a8");
  expect(shown(null)).toBeNull();
});

it("a test event to the default URL, which has no name, is shown with it; one to an endpoint with the endpoint's name", () => {
  const entry = { actor: { id: "u" }, action: "webhook_endpoint.tested", subjectName: null, after: null };
  const shown = (name: string | null) =>
    formatObject({ ...entry, subjectId: "01931f00-0000-7000", detail: { name } } as unknown as AuditEntry);
  expect([shown(null), shown("orders")]).toEqual(["the default URL", "orders"]);
});

it("an account is shown with its masked IBAN and currency; one of an older entry, without them, with its id's start", () => {
  const entry = { actor: { id: "u" }, action: "account.closed", subjectName: null, after: null };
  const shown = (detail: object) =>
    formatObject({ ...entry, subjectId: "01931f00-0000-7000-8000-000000000000", detail } as unknown as AuditEntry);
  expect(shown({ currency: "EUR", account: "•••• 3000" })).toBe("•••• 3000 (EUR)");
  expect(shown({})).toBe("01931f00");
});

it("an object whose id is no UUID is shown with the whole id", () => {
  const entry = { actor: { id: "u" }, action: "connection.tested", subjectName: null, detail: {}, after: null };
  expect(formatObject({ ...entry, subjectId: "monzo-live" } as unknown as AuditEntry)).toBe("monzo-live");
});

it("an entry of the command line is the operator's; one without that mark, as all of earlier releases, is the product's", () => {
  const entry = { actor: { kind: "system", id: null }, actingAs: "admin", partnerName: null, ip: null };
  const shown = (device: string | null) => {
    const made = { ...entry, device } as unknown as AuditEntry;
    return [formatActor(made), formatClient(made)];
  };
  expect(shown("Command line")).toEqual([{ name: "Operator", as: null }, "Command line"]);
  expect(shown(null)).toEqual([{ name: "Bankside", as: null }, null]);
});

it("a connection is shown with its id, whatever the entry has beside it", () => {
  const entry = { actor: { id: "u" }, action: "connection.changed", subjectName: null, subjectId: "millennium" };
  const detail = { environment: "live", host: "psd2.example" };
  expect(formatObject({ ...entry, detail, after: { baseUrl: "x" } } as unknown as AuditEntry)).toBe("millennium");
});
