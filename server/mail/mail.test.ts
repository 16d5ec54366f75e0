import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { createTransport } from "nodemailer";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runJob } from "../jobs/run-job";
import { env } from "../lib/config/env";
import { inTransaction } from "../lib/db";
import { log } from "../lib/log";
import { projectRoot } from "../test/code-rules/files";
import { moveClock, query } from "../test/database";
import { until } from "../test/until";
import { mailJobs } from "./jobs";
import { listOutbox } from "./list-mails";
import { queueMail } from "./send-mail";

const [job, codeJob, deletion] = mailJobs;
const received: string[] = [];
const recipients: string[] = [];
let refusing = false;
/** The server's answers to recipients that it keeps waiting. */
const waiting: (() => void)[] = [];

// A real local mail server, which accepts everything unless the test makes it refuse.
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onRcptTo: ({ address }, _session, done) => {
    recipients.push(address);
    if (address.startsWith("slow")) waiting.push(done);
    else done(refusing ? new Error(`<${address}>: mailbox\0full`) : undefined);
  },
  onData: (stream, _session, done) => {
    let text = "";
    stream.setEncoding("utf8");
    stream.on("data", (chunk: string) => {
      text += chunk;
    });
    stream.on("end", () => {
      received.push(text);
      done();
    });
  },
});

async function runOnce(): Promise<number> {
  const runs = [...((await job?.claim(10)) ?? []), ...((await codeJob?.claim(10)) ?? [])];
  await Promise.all(runs.map((run) => run()));
  return runs.length;
}

async function mails() {
  const sql =
    "SELECT recipient, text, tries, error, sent_at IS NOT NULL AS sent, failed_at IS NOT NULL AS failed FROM mails ORDER BY id";
  return (await query<Record<string, unknown>>(sql)).rows;
}

const mail = (recipient: string) => ({ recipient, subject: "Your code", text: "Olá\n\nK7PQ2M\n" });

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

describe("mail without a server", () => {
  it("stays in the outbox, newest first", async () => {
    await inTransaction({}, (tx) => queueMail(tx, mail("a@x.example")));
    await inTransaction({}, (tx) => queueMail(tx, mail("b@x.example")));
    expect(await runOnce()).toBe(0);
    expect((await listOutbox("127.0.0.1")).map(({ recipient }) => recipient)).toEqual(["b@x.example", "a@x.example"]);
  });

  // Before the other refusals: the process logs the hint once.
  it("logs once per process that the outbox opens on this machine only", async () => {
    const warn = vi.spyOn(log(), "warn");
    for (const peer of [null, "203.0.113.7", null]) await expect(listOutbox(peer)).rejects.toThrow();
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/a proxy or tunnel .* only in a browser on this machine/)],
    ]);
    warn.mockRestore();
  });

  it.each([
    ["another machine", "203.0.113.7"],
    ["a private network", "172.17.0.1"],
    ["a proxy's connection", null],
  ])("is not shown to %s", async (_, peer) => {
    await expect(listOutbox(peer)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("is shown across a container's port mapping where the demo says that it runs in one", async () => {
    env().demoInContainer = true;
    expect(await listOutbox("172.17.0.1")).toHaveLength(2);
    await expect(listOutbox("203.0.113.7")).rejects.toMatchObject({ code: "NOT_FOUND" });
    env().demoInContainer = false;
  });

  it("is not shown in a demo for the public", async () => {
    env().demoPublic = true;
    await expect(listOutbox("127.0.0.1")).rejects.toMatchObject({ code: "NOT_FOUND" });
    env().demoPublic = false;
  });

  it("is not queued when its transaction fails", async () => {
    const failing = inTransaction({}, async (tx) => {
      await queueMail(tx, mail("never@x.example"));
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await mails()).toHaveLength(2);
  });
});

describe("mail with a server", () => {
  beforeAll(() => {
    env().smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });

  it("is sent once, and its text is deleted", async () => {
    expect([await runOnce(), await runOnce()]).toEqual([2, 0]);
    expect(received).toHaveLength(2);
    expect(received[0]).toContain("K7PQ2M");
    expect(received[0]).toContain(`From: ${env().mailFrom}`);
    const sent = { sent: true, failed: false, tries: 1, text: "" };
    expect(await mails()).toMatchObject([sent, sent]);
  });

  it("has the header by which other programs do not answer it", () => {
    expect(received[0]).toContain("Auto-Submitted: auto-generated\r\n");
  });

  it("is sent to its one address, and never to another one hidden in it", async () => {
    recipients.length = 0;
    await inTransaction({}, (tx) => queueMail(tx, mail("josé@x.example")));
    for (const hidden of ["0,victim@x.example", "x<victim@x.example>", "(c)victim@x.example", "a:victim@x.example;"])
      await inTransaction({}, (tx) => queueMail(tx, mail(hidden)));
    await runOnce();
    expect(recipients).toContain("josé@x.example");
    expect(recipients).not.toContain("victim@x.example");
    await query("DELETE FROM mails WHERE recipient LIKE '%victim%' OR recipient LIKE 'jos%'");
    received.splice(2);
  });

  it("control: passed to the mailer as text, such an address is parsed as a list", async () => {
    const text = { from: env().mailFrom, to: "0,victim@x.example", text: "Code" };
    const { envelope } = await createTransport({ jsonTransport: true }).sendMail(text);
    expect(envelope.to).toContain("victim@x.example");
  });

  it("is sent by one of two concurrent workers", async () => {
    await inTransaction({}, (tx) => queueMail(tx, mail("c@x.example")));
    const counts = await Promise.all([runOnce(), runOnce()]);
    expect(counts.sort()).toEqual([0, 1]);
    expect(received).toHaveLength(3);
  });

  it("is not sent by a worker that was stopped after its claim, once another one has sent it", async () => {
    await inTransaction({}, (tx) => queueMail(tx, mail("d@x.example")));
    const stopped = (await job?.claim(10)) ?? [];
    await moveClock("61 seconds");
    expect(await runOnce()).toBe(1);
    await Promise.all(stopped.map((run) => run()));
    expect(received).toHaveLength(4);
  });

  it("is retried when the server refuses it, then marked as failed, without the address in the log", async () => {
    refusing = true;
    const [warn, error] = [vi.spyOn(log(), "warn"), vi.spyOn(log(), "error")];
    await inTransaction({}, (tx) => queueMail(tx, mail("full@x.example")));
    let tries = 0;
    while (tries < 20 && (await runOnce()) === 1) {
      tries += 1;
      expect(await runOnce()).toBe(0);
      await moveClock("10 minutes");
    }
    expect(tries).toBe(5);
    expect((await mails()).at(-1)).toMatchObject({ sent: false, failed: true, tries: 5, text: "" });
    expect(String((await mails()).at(-1)?.["error"])).toContain("<full@x.example>: mailbox full");
    expect(warn).toHaveBeenCalledTimes(5);
    expect(warn.mock.calls[0]?.[0]).toMatchObject({ tries: 1, code: "EENVELOPE", response_code: 550 });
    const dropped = warn.mock.calls.map(([about]) => (about as { dropped?: boolean }).dropped);
    expect(dropped).toEqual([false, false, false, false, true]);
    expect(JSON.stringify(warn.mock.calls)).not.toContain("full@");
    // An alert is for what every mail fails of.
    expect(error).not.toHaveBeenCalled();
    vi.restoreAllMocks();
    refusing = false;
  });

  it("that failed is in the guide's SQL of overdue work for an hour", async () => {
    const guide = readFileSync(path.join(projectRoot, "docs/operate/monitoring.md"), "utf8");
    const [, sql = ""] = /```sql\n([^`]*)```/.exec(guide) ?? [];
    const overdue = async () =>
      (await query<{ queue: string; count: string }>(sql)).rows.map(({ queue, count }) => [queue, count]);
    // The guide's SQL goes by PostgreSQL's own time.
    await query("UPDATE mails SET failed_at = now() - interval '59 minutes' WHERE failed_at IS NOT NULL");
    expect(await overdue()).toEqual([["e-mails dropped in the last hour", "1"]]);
    await query("UPDATE mails SET failed_at = now() - interval '61 minutes' WHERE failed_at IS NOT NULL");
    expect(await overdue()).toEqual([]);
  });

  it("that was sent or has failed is deleted after 30 days; one that waits is kept", async () => {
    await inTransaction({}, (tx) => queueMail(tx, mail("waits@x.example")));
    const states = async () => (await mails()).map(({ sent, failed }) => (sent ? "sent" : failed ? "failed" : "waits"));
    const runDeletion = async () => Promise.all(((await deletion?.claim(1)) ?? []).map((run) => run()));
    await moveClock("29 days");
    await runDeletion();
    expect(new Set(await states())).toEqual(new Set(["sent", "failed", "waits"]));
    await moveClock("25 hours");
    await runDeletion();
    expect(await states()).toEqual(["waits"]);
  });

  it("is sent by a server that comes back after an hour; one with a code is dropped", async () => {
    await query("DELETE FROM mails");
    const { smtpUrl } = env();
    // Nothing listens there.
    env().smtpUrl = "smtp://127.0.0.1:1";
    await inTransaction({}, (tx) => queueMail(tx, { ...mail("code@x.example"), priority: true }));
    await inTransaction({}, (tx) => queueMail(tx, mail("receipt@x.example")));
    for (let minutes = 0; minutes <= 60; minutes += 6) {
      await runOnce();
      await moveClock("6 minutes");
    }
    env().smtpUrl = smtpUrl;
    await moveClock("2 hours");
    expect(await runOnce()).toBe(1);
    expect(await mails()).toMatchObject([
      { recipient: "code@x.example", failed: true, tries: 5, text: "" },
      { recipient: "receipt@x.example", sent: true, tries: 7 },
    ]);
  });

  it("with a code is sent while other mails have every slot at a slow server; control: one without is not", async () => {
    await query("DELETE FROM mails");
    recipients.length = 0;
    for (let number = 1; number <= 6; number += 1)
      await inTransaction({}, (tx) => queueMail(tx, mail(`slow${number}@x.example`)));
    const running = mailJobs.slice(0, 2).map((one) => runJob(one));
    await until(() => waiting.length === job?.concurrency);
    await inTransaction({}, (tx) => queueMail(tx, mail("receipt@x.example")));
    await inTransaction({}, (tx) => queueMail(tx, { ...mail("code@x.example"), priority: true }));
    await until(async () => (await mails()).at(-1)?.["sent"] === true);
    expect(recipients.filter((recipient) => !recipient.startsWith("slow"))).toEqual(["code@x.example"]);
    await until(async () => {
      for (const done of waiting.splice(0)) done();
      return (await mails()).every(({ sent }) => sent);
    });
    await Promise.all(running.map((one) => one.stop()));
  });
});
