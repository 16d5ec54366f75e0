#!/usr/bin/env node
import { BanksideError } from "../errors.js";
import { followEvents } from "./follow-events.js";
import { HELP, readOptions } from "./options.js";
import { asJson, asText, colours, type Report } from "./report.js";
import { listenerSecret } from "./secret.js";
import { StartError } from "./start-error.js";

/** `bankside listen`. Resolves with the exit code. */
async function run(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args;
  if (command !== "listen" || rest.includes("--help") || rest.includes("-h")) {
    const isAsked = command === undefined || command === "listen" || ["help", "--help", "-h"].includes(command);
    (isAsked ? process.stdout : process.stderr).write(isAsked ? HELP : `Unknown command "${command}".\n\n${HELP}`);
    return isAsked ? 0 : 1;
  }
  const options = readOptions(rest, process.env);
  const secret = listenerSecret(options.clientSecret, options.name);
  if (options.printSecret) {
    process.stdout.write(`${secret}\n`);
    return 0;
  }
  const format = { ...options, secret, colours: colours(process.stdout) };
  const onReport = (report: Report) => {
    const line = options.json ? JSON.stringify(asJson(report, format)) : asText(report, format);
    process.stdout.write(`${line}\n`);
  };
  return (await followEvents({ ...options, secret, ending: endingOf(), onReport })) === "failure" ? 1 : 0;
}

/** Aborts on SIGINT, SIGTERM, and when the reader of standard output is gone. A second Ctrl-C ends the process at once. */
function endingOf(): AbortSignal {
  const ending = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ending.abort());
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    ending.abort();
  });
  return ending.signal;
}

run(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    if (!(error instanceof StartError) && !(error instanceof BanksideError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  },
);
