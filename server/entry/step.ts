import { log } from "../lib/log";

let areLogLines = false;

/** From now on the start writes only JSON log lines: for a service, whose output is a log. */
export function writeLogLines(): void {
  areLogLines = true;
}

/** Writes a line for the person who started the process, or the same as a log line with `fields`. */
export function announce(text: string, message: string, fields: object = {}): void {
  if (areLogLines) log().info(fields, message);
  else process.stdout.write(text);
}

/** Writes a warning for the person who started the process, or as a log line. Standard output belongs to a command. */
export function warn(text: string): void {
  if (areLogLines) log().warn(text);
  else process.stderr.write(`\n  ${text}\n`);
}

/** Runs one step of the start and writes a line for it, in the format of `npm start` or as a log line. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const begin = performance.now();
  if (!areLogLines) process.stdout.write(`  ${name} … `);
  try {
    const result = await work();
    const tookS = ((performance.now() - begin) / 1000).toFixed(1);
    announce(`${tookS} s\n`, name, { took_s: Number(tookS) });
    return result;
  } catch (error) {
    if (!areLogLines) process.stdout.write("failed\n");
    throw error;
  }
}
