import { isMaskedIban } from "../../lib/money/iban";
import { toDecimalString } from "../../lib/money/money";
import { type MonthlyReport, spanOf } from "./months";
import type { ReportRow } from "./report-rows";
import type { ReportAccount, ReportEntry } from "./store";

const NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08";
const MAX_ID = 35;
const MAX_TEXT = 140;
const DAY_MS = 24 * 3_600_000;

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
/** What XML 1.0 does not allow, not even escaped. */
const NO_CHARACTER = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

function escaped(text: string): string {
  return text.replace(NO_CHARACTER, " ").replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);
}

/** An element with a text; none without. */
function text(name: string, value: string | null): string {
  return value === null || value.trim() === "" ? "" : `<${name}>${escaped(value)}</${name}>`;
}

function element(name: string, ...content: string[]): string {
  const inner = content.join("");
  return inner === "" ? "" : `<${name}>${inner}</${name}>`;
}

/** Cut without breaking a character. */
function cut(value: string | null, length: number): string | null {
  return value === null ? null : [...value].slice(0, length).join("");
}

function amount(amountMinor: bigint, currency: string): string {
  const absolute = amountMinor < 0n ? -amountMinor : amountMinor;
  return `<Amt Ccy="${escaped(currency)}">${toDecimalString({ amountMinor: absolute, currency })}</Amt>`;
}

const indicator = (amountMinor: bigint) => text("CdtDbtInd", amountMinor < 0n ? "DBIT" : "CRDT");

/** The same for each file of a report: `202610-` and the account's id, in 35 characters. */
function statementIdOf({ id }: Pick<ReportAccount, "id">, { month }: Pick<MonthlyReport, "month">): string {
  return `${month.replace("-", "")}-${id.replaceAll("-", "").slice(-28)}`.slice(0, MAX_ID);
}

function balance(code: "OPBD" | "CLBD", amountMinor: bigint, { currency, on }: { currency: string; on: Date }): string {
  return element(
    "Bal",
    element("Tp", element("CdOrPrtry", text("Cd", code))),
    amount(amountMinor, currency),
    indicator(amountMinor),
    element("Dt", text("Dt", dateOf(on))),
  );
}

const dateOf = (at: Date) => at.toISOString().slice(0, "2026-10-31".length);

/** The file up to the entries. `opening` and `closing`: known, because the standard requires them. */
function camtStart(
  account: ReportAccount,
  report: MonthlyReport,
  { messageId, createdAt }: { messageId: string; createdAt: Date },
): string {
  const { openingMinor, closingMinor, month, transactions } = report;
  if (openingMinor === null || closingMinor === null) throw new Error("A camt.053 needs both balances.");
  const { currency, iban, holderName } = account;
  const { from, to } = spanOf(month);
  const created = text("CreDtTm", createdAt.toISOString());
  const lastDay = new Date(to.getTime() - DAY_MS);
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}"><BkToCstmrStmt>`,
    element("GrpHdr", text("MsgId", messageId.replaceAll("-", "")), created),
    `<Stmt>${text("Id", statementIdOf(account, report))}${created}`,
    element("FrToDt", text("FrDtTm", from.toISOString()), text("ToDtTm", new Date(to.getTime() - 1).toISOString())),
    element(
      "Acct",
      element("Id", text("IBAN", iban)),
      text("Ccy", currency),
      element("Ownr", text("Nm", cut(holderName, MAX_TEXT))),
    ),
    balance("OPBD", openingMinor, { currency, on: from }),
    balance("CLBD", closingMinor, { currency, on: lastDay }),
    element("TxsSummry", element("TtlNtries", text("NbOfNtries", String(transactions)))),
    "\n",
  ].join("");
}

const CAMT_END = "</Stmt></BkToCstmrStmt></Document>\n";

/**
 * A booked entry. Its ISO 20022 transaction code says only what is known: a payment is a received credit transfer, a
 * return is the return of one, and any other entry has the code "not available".
 */
function camtEntry(entry: ReportEntry, currency: string): string {
  const { id, amountMinor, direction, bookedAt, isMatched, remittance, counterparty, endToEndId, returnReason } = entry;
  const isCredit = direction === "credit";
  const side = text("CdtDbtInd", isCredit ? "CRDT" : "DBIT");
  // A masked account is no name: without one the party is left out.
  const name = counterparty !== null && isMaskedIban(counterparty) ? null : counterparty;
  const party = element("Pty", text("Nm", cut(name, MAX_TEXT)));
  const [family, subFamily] = isMatched ? ["RCDT", isCredit ? "NTAV" : "RRTN"] : ["NTAV", "NTAV"];
  return `${element(
    "Ntry",
    text("NtryRef", id.replaceAll("-", "")),
    amount(amountMinor, currency),
    side,
    element("Sts", text("Cd", "BOOK")),
    element("BookgDt", bookingTime(bookedAt)),
    element(
      "BkTxCd",
      element(
        "Domn",
        text("Cd", "PMNT"),
        element("Fmly", text("Cd", family ?? ""), text("SubFmlyCd", subFamily ?? "")),
      ),
    ),
    element(
      "NtryDtls",
      element(
        "TxDtls",
        element("Refs", text("EndToEndId", cut(endToEndId ?? "NOTPROVIDED", MAX_ID))),
        amount(amountMinor, currency),
        side,
        element("RltdPties", element(isCredit ? "Dbtr" : "Cdtr", party)),
        element("RmtInf", ...linesOf(remittance).map((line) => text("Ustrd", line))),
        element("RtrInf", element("Rsn", reasonOf(returnReason))),
      ),
    ),
  )}\n`;
}

/** Midnight in UTC is a date without a time: with one, software in a zone west of UTC would book it to the day before. */
function bookingTime(at: Date): string {
  return at.getTime() % DAY_MS === 0 ? text("Dt", dateOf(at)) : text("DtTm", at.toISOString());
}

/** A code of ISO 20022 has up to four letters and digits; another word of the bank is proprietary. */
function reasonOf(reason: string | null): string {
  return reason !== null && /^[A-Z0-9]{1,4}$/.test(reason) ? text("Cd", reason) : text("Prtry", cut(reason, MAX_ID));
}

function linesOf(remittance: string | null): string[] {
  const letters = [...(remittance ?? "")];
  const count = Math.ceil(letters.length / MAX_TEXT);
  return Array.from({ length: count }, (_, nth) => letters.slice(nth * MAX_TEXT, (nth + 1) * MAX_TEXT).join(""));
}

type Head = { messageId: string; createdAt: Date };

/** The text of a row of the file. */
export function camtText(row: ReportRow, head: Head): string {
  if (row.kind === "transaction") return camtEntry(row.entry, row.account.currency);
  return row.kind === "opening" ? camtStart(row.account, row.report, head) : CAMT_END;
}
