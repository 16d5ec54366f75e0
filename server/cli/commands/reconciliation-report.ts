import { getReport } from "../../reconciliation/make-report";
import { countKinds, findingLine, kindWords } from "../../reconciliation/report-words";
import type { Command } from "../command";

export const reconciliationReportCommand: Command = {
  name: "reconciliation report",
  summary: "Show what disagreed between payments, banks and accounts on a day.",
  options: { date: { value: "<YYYY-MM-DD>", description: "Of this day (UTC); by default the newest report" } },
  run: async (ctx, given) => {
    const report = await getReport(ctx, { day: given.text("date") ?? null });
    if (!report) return { json: { report: null }, text: "No report was made for that day." };
    const { day, findings, madeAt } = report;
    const parts = [...countKinds(findings)].map(([kind, count]) => {
      const lines = findings.filter((finding) => finding.kind === kind).map(findingLine);
      return [`${kindWords(kind)}: ${count}`, ...lines.map((line) => `  ${line}`)].join("\n");
    });
    const head = `${day}: ${findings.length === 0 ? "nothing disagrees." : findings.length}`;
    return { json: { day, made_at: madeAt.toISOString(), findings }, text: [head, ...parts].join("\n\n") };
  },
};
