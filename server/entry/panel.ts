import type { DemoObject } from "../demo/ensure-demo";
import type { Env } from "../lib/env";

/** The panel that `npm start` prints: the addresses of this installation. */
export function panel(settings: Env, demo: DemoObject | null): string {
  const rows: [label: string, value: string][] = [];
  if (settings.role === "worker") rows.push(["Worker", "running"]);
  else {
    if (demo) rows.push(["Demo shop", demo.shop.url]);
    rows.push(["Console", demo?.console.url ?? `${settings.baseUrl}/console`]);
    if (demo) rows.push(["  sign in as", demo.console.email]);
    if (demo && settings.smtpUrl === null) rows.push(["Mail outbox", `${settings.baseUrl}/outbox`]);
    rows.push(["API reference", `${settings.baseUrl}/docs`]);
  }
  const labelWidth = Math.max(...rows.map(([label]) => label.length));
  const lines = rows.map(([label, value]) => `${label.padEnd(labelWidth)}  ${value}`);
  const width = Math.max(...lines.map((line) => line.length));
  const border = (left: string, right: string) => `  ${left}${"─".repeat(width + 4)}${right}`;
  const body = lines.map((line) => `  │  ${line.padEnd(width)}  │`);
  const head = settings.demo
    ? "Bankside is running. This is a demo: the banks are simulated, and no money moves."
    : "Bankside is running.";
  return `\n${head}\n${[border("┌", "┐"), ...body, border("└", "┘")].join("\n")}\nPress Ctrl-C to stop.\n`;
}
