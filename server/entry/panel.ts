import path from "node:path";
import type { DemoObject } from "../demo/ensure-demo";
import { DEFAULT_DATA_DIR, type Env } from "../lib/config/env";

/** The command that prints the demo's client credentials, as a shell without this one's variables has to run it. */
function credentialsCommand({ dataDir }: Env, isEmbedded: boolean): string {
  const command = "npm run -s bankside -- demo";
  if (!isEmbedded) return `${command}  (with the same settings)`;
  const folder = path.resolve(dataDir);
  return folder === path.resolve(DEFAULT_DATA_DIR) ? command : `DATA_DIR=${quoted(folder)} ${command}`;
}

/** A text as one word of a POSIX shell. */
function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The panel that `npm start` prints: the addresses of this installation. `isEmbedded`: its database is in DATA_DIR. */
export function panel(settings: Env, demo: DemoObject | null, isEmbedded: boolean): string {
  const rows: [label: string, value: string][] = [];
  if (settings.role === "worker") rows.push(["Worker", "running"]);
  else {
    if (demo) rows.push(["Demo shop", demo.shop.url]);
    rows.push(["Console", demo?.console.url ?? `${settings.baseUrl}/console`]);
    if (demo) rows.push(["  sign in as", demo.console.email]);
    if (demo && settings.smtpUrl === null) rows.push(["E-mail outbox", `${settings.baseUrl}/outbox`]);
    rows.push(["API reference", `${settings.baseUrl}/docs`]);
    if (demo) rows.push(["API keys", credentialsCommand(settings, isEmbedded)]);
  }
  if (isEmbedded) rows.push(["Data folder", path.resolve(settings.dataDir)]);
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
