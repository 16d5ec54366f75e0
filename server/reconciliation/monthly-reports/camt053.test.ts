import { describe, expect, it } from "vitest";
import { maskIban } from "../../lib/money/iban";
import { camtText } from "./camt053";
import type { MonthlyReport } from "./months";
import type { ReportAccount, ReportEntry } from "./store";

/** The children of each element, in the order of the schema camt.053.001.08; those that it requires have a `!`. */
const SCHEMA: Record<string, string> = {
  Document: "BkToCstmrStmt!",
  BkToCstmrStmt: "GrpHdr! Stmt!",
  GrpHdr: "MsgId! CreDtTm! MsgRcpt MsgPgntn OrgnlBizQry AddtlInf",
  Stmt: "Id! StmtPgntn ElctrncSeqNb RptgSeq LglSeqNb CreDtTm FrToDt CpyDplctInd RptgSrc Acct! RltdAcct Intrst Bal! TxsSummry Ntry AddtlStmtInf",
  FrToDt: "FrDtTm! ToDtTm!",
  Acct: "Id! Tp Ccy Nm Prxy Ownr Svcr",
  "Acct/Id": "IBAN Othr",
  Ownr: "Nm PstlAdr Id CtryOfRes CtctDtls",
  Bal: "Tp! CdtLine Amt! CdtDbtInd! Dt! Avlbty",
  Tp: "CdOrPrtry! SubTp",
  CdOrPrtry: "Cd Prtry",
  Dt: "Dt DtTm",
  TxsSummry: "TtlNtries TtlCdtNtries TtlDbtNtries TtlNtriesPerBkTxCd",
  TtlNtries: "NbOfNtries Sum TtlNetNtry",
  Ntry: "NtryRef Amt! CdtDbtInd! RvslInd Sts! BookgDt ValDt AcctSvcrRef Avlbty BkTxCd! ComssnWvrInd AddtlInfInd AmtDtls Chrgs TechInptChanl Intrst CardTx NtryDtls AddtlNtryInf",
  Sts: "Cd Prtry",
  BookgDt: "Dt DtTm",
  BkTxCd: "Domn Prtry",
  Domn: "Cd! Fmly!",
  Fmly: "Cd! SubFmlyCd!",
  NtryDtls: "Btch TxDtls",
  TxDtls:
    "Refs Amt CdtDbtInd AmtDtls Avlbty BkTxCd Chrgs Intrst RltdPties RltdAgts LclInstrm Purp RltdRmtInf RmtInf RltdDts RltdPric RltdQties FinInstrmId Tax RtrInf CorpActn SfkpgAcct CshDpst CardTx AddtlTxInf SplmtryData",
  Refs: "MsgId AcctSvcrRef PmtInfId InstrId EndToEndId",
  RltdPties: "InitgPty Dbtr DbtrAcct UltmtDbtr Cdtr CdtrAcct UltmtCdtr TradgPty Prtry",
  Dbtr: "Pty Agt",
  Cdtr: "Pty Agt",
  Pty: "Nm PstlAdr Id CtryOfRes CtctDtls",
  RmtInf: "Ustrd Strd",
  RtrInf: "OrgnlBkTxCd Orgtr Rsn AddtlInf",
  Rsn: "Cd Prtry",
};

/** Elements with a text, by the type of the schema. */
const TEXTS: Record<string, RegExp> = {
  IBAN: /^[A-Z]{2}\d{2}[A-Za-z0-9]{1,30}$/,
  Ccy: /^[A-Z]{3}$/,
  CdtDbtInd: /^(?:CRDT|DBIT)$/,
  Amt: /^\d{1,13}(?:\.\d{1,5})?$/,
  MsgId: /^.{1,35}$/u,
  NtryRef: /^.{1,35}$/u,
  EndToEndId: /^.{1,35}$/u,
  Prtry: /^.{1,35}$/u,
  Nm: /^.{1,140}$/u,
  Ustrd: /^.{1,140}$/su,
  Cd: /^[A-Z0-9]{1,4}$/,
  SubFmlyCd: /^[A-Z]{4}$/,
  NbOfNtries: /^\d{1,15}$/,
  CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
};

type Node = { name: string; children: Node[]; text: string };

const TOKEN = /<(\/?)([A-Za-z]+)((?: [A-Za-z]+="[^"<&]*")*)>|([^<]+)/y;

/** Parses a document without empty elements. @throws Error if it is not well-formed */
function parse(xml: string): Node {
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, "").trimEnd();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that XML 1.0 forbids
  if (/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/.test(body) || !body.isWellFormed())
    throw new Error("character");
  const root: Node = { name: "", children: [], text: "" };
  const open = [root];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < body.length; ) {
    const from = TOKEN.lastIndex;
    const [, close, name, , text] = TOKEN.exec(body) ?? [];
    const here = open.at(-1);
    if (!here || (!name && text === undefined)) throw new Error(`not well-formed at ${body.slice(from, from + 40)}`);
    if (text !== undefined) {
      if (/&(?!(?:amp|lt|gt);)/.test(text)) throw new Error(`reference in ${text}`);
      here.text += text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
    } else if (close) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes another element`);
    } else {
      const node = { name: name ?? "", children: [], text: "" };
      here.children.push(node);
      open.push(node);
    }
  }
  if (open.length !== 1) throw new Error("an element is not closed");
  return root;
}

/** Where a document differs from the schema. */
function faultsOf(node: Node, parent = ""): string[] {
  const order = SCHEMA[`${parent}/${node.name}`] ?? (node.children.length > 0 ? SCHEMA[node.name] : undefined);
  if (order === undefined && node.children.length === 0) {
    const pattern = TEXTS[node.name];
    return node.text === "" || (pattern && !pattern.test(node.text)) ? [`${parent}/${node.name}: ${node.text}`] : [];
  }
  const names = (order ?? "").split(" ");
  const places = node.children.map(({ name }) => names.findIndex((one) => one.replace("!", "") === name));
  const missing = names.filter((one) => one.endsWith("!") && !node.children.some(({ name }) => `${name}!` === one));
  return [
    ...missing.map((one) => `${node.name} lacks ${one}`),
    ...(places.some((place, nth) => place < 0 || place < (places[nth - 1] ?? 0)) ? [`${node.name}: order`] : []),
    ...node.children.flatMap((child) => faultsOf(child, node.name)),
  ];
}

const account = {
  id: "01931f00-0000-7000-8000-000000000099",
  iban: "PT50000201231234567890154",
  currency: "EUR",
  bankName: "BPI",
  holderName: "Olaria <do> Norte & Filhos",
} as ReportAccount;

const report = {
  month: "2026-02",
  isOver: true,
  isFinal: true,
  openingMinor: -1_250n,
  closingMinor: 98_765n,
  paymentsMinor: 0n,
  returnedMinor: 0n,
  otherMinor: 0n,
  transactions: 2,
  unknown: null,
} as MonthlyReport;

const credit: ReportEntry = {
  id: "01931f00-0000-7000-8000-0000000000aa",
  direction: "credit",
  amountMinor: 2_550n,
  endToEndId: "E2E-1",
  remittance: `Two <bowls> & "one" 'cup' ]]> \u0000\u000B ${"ã😀".repeat(120)}`,
  counterparty: "Rosa & Söhne </Nm>",
  returnReason: null,
  bookedAt: new Date("2026-02-01T00:00:00Z"),
  isMatched: true,
  paymentReference: "Order 7",
};
const debit: ReportEntry = {
  ...credit,
  direction: "debit",
  endToEndId: null,
  remittance: null,
  counterparty: null,
  returnReason: "AC04",
};

const head = { messageId: "01931f00-0000-7000-8000-0000000000bb", createdAt: new Date("2026-03-04T06:00:00Z") };

function file(entries: readonly ReportEntry[], changed: Partial<MonthlyReport> = {}): string {
  const common = { account, report: { ...report, ...changed } };
  return [
    camtText({ ...common, kind: "opening" }, head),
    ...entries.map((entry) => camtText({ ...common, kind: "transaction", entry }, head)),
    camtText({ ...common, kind: "closing" }, head),
  ].join("");
}

describe("a camt.053 file", () => {
  it("is well-formed and has the elements, the order and the types of the schema, whatever the texts are", () => {
    const xml = file([credit, debit, { ...debit, isMatched: false, returnReason: "account closed by holder" }]);
    expect(
      xml.startsWith(
        '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">',
      ),
    ).toBe(true);
    expect(faultsOf(parse(xml).children[0] as Node)).toEqual([]);
    expect(xml).toContain("<Nm>Rosa &amp; Söhne &lt;/Nm&gt;</Nm>");
    expect(xml).toContain("<Ownr><Nm>Olaria &lt;do&gt; Norte &amp; Filhos</Nm></Ownr>");
    expect(faultsOf(parse(file([])).children[0] as Node)).toEqual([]);
  });

  it("has both balances with their signs and days, and the month to its last millisecond", () => {
    const xml = file([credit]);
    const bal = (code: string, amount: string, side: string, day: string) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
    expect(xml).toContain(bal("OPBD", "12.50", "DBIT", "2026-02-01") + bal("CLBD", "987.65", "CRDT", "2026-02-28"));
    expect(xml).toContain("<FrDtTm>2026-02-01T00:00:00.000Z</FrDtTm><ToDtTm>2026-02-28T23:59:59.999Z</ToDtTm>");
  });

  it("marks a return with its reason, and what is neither payment nor return as not classified", () => {
    expect(file([debit])).toContain("<Fmly><Cd>RCDT</Cd><SubFmlyCd>RRTN</SubFmlyCd></Fmly>");
    expect(file([debit])).toContain("<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>");
    expect(file([{ ...debit, isMatched: false }])).toContain("<Fmly><Cd>NTAV</Cd><SubFmlyCd>NTAV</SubFmlyCd></Fmly>");
  });

  it("has the date of a booking, and its time where the bank gave one", () => {
    const dateOnly = "<BookgDt><Dt>2026-02-01</Dt></BookgDt>";
    expect(file([credit])).toContain(dateOnly);
    const timed = file([{ ...credit, bookedAt: new Date("2026-02-01T00:00:00.001Z") }]);
    expect(timed).toContain("<BookgDt><DtTm>2026-02-01T00:00:00.001Z</DtTm></BookgDt>");
  });

  it("has no party where the bank names an account only", () => {
    const xml = file([{ ...credit, counterparty: maskIban("GB33BUKB20201555555555") }]);
    expect(xml).not.toContain("RltdPties");
    expect(xml).not.toContain("5555");
    expect(file([credit])).toContain("<RltdPties><Dbtr><Pty><Nm>Rosa");
  });

  it("is refused without a balance", () => {
    expect(() => file([], { openingMinor: null })).toThrow("both balances");
    expect(() => file([], { closingMinor: null })).toThrow("both balances");
  });

  it("control: an unescaped text, a wrong order and a long id are found", () => {
    const xml = file([credit]);
    expect(() => parse(xml.replace("&lt;/Nm&gt;", "</Nm>"))).toThrow();
    expect(() => parse(xml.replaceAll("&amp;", "&"))).toThrow();
    const swapped = xml.replace(/(<Sts>.*?<\/Sts>)(<BookgDt>.*?<\/BookgDt>)/, "$2$1");
    expect(faultsOf(parse(swapped).children[0] as Node)).toEqual(["Ntry: order"]);
    const long = xml.replace(/<MsgId>/, `<MsgId>${"0".repeat(9)}`);
    expect(faultsOf(parse(long).children[0] as Node)).toHaveLength(1);
  });
});
