import { countKinds, findingLabel, findingLine } from "../../../reconciliation/findings";
import { getReport } from "../../../reconciliation/make-report";
import type { Command } from "../../command";

export const reconciliationReportCommand: Command = {
  name: "reconciliation report",
  summary: "Show the differences between payments, banks and accounts on one day.",
  options: { date: { value: "<YYYY-MM-DD>", description: "The day (UTC); default: the newest report" } },
  run: async (ctx, given) => {
    const report = await getReport(ctx, { day: given.text("date") ?? null });
    if (!report) return { json: { report: null }, text: "There is no report for that day." };
    const { day, findings, madeAt } = report;
    const parts = [...countKinds(findings)].map(([kind, count]) => {
      const lines = findings.filter((finding) => finding.kind === kind).map(findingLine);
      return [`${findingLabel(kind)}: ${count}`, ...lines.map((line) => `  ${line}`)].join("\n");
    });
    const head = `${day}: ${findings.length === 0 ? "no discrepancies." : findings.length}`;
    return { json: { day, made_at: madeAt.toISOString(), findings }, text: [head, ...parts].join("\n\n") };
  },
};
