import { EventEmitter, once } from "node:events";
import { createServer as createProxy } from "node:http";
import { type AddressInfo, connect, createServer, type Server, Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { env } from "../lib/config/env";
import { inTransaction } from "../lib/db";
import { log } from "../lib/log";
import { moveClock, query } from "../test/database";
import { until } from "../test/until";
import { mailJobs } from "./jobs";
import { queueMail } from "./send-mail";

const [job] = mailJobs;
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
const listen = async (server: Server) => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
};

/** A mail server that greets, and answers every command but the one that it is silent after; null: it never greets. */
let silentAfter: string | null = null;
const open = new Set<Socket>();
const signs = new EventEmitter();
const server = createServer((socket) => {
  open.add(socket);
  socket.on("close", () => open.delete(socket)).on("error", () => undefined);
  if (silentAfter === null) signs.emit("silent", socket);
  else socket.write("220 ready\r\n");
  socket.on("data", (chunk) => {
    if (chunk.toString("latin1").startsWith(silentAfter ?? "")) signs.emit("silent", socket);
    else socket.write("250 ok\r\n");
  });
});

const claim = async () => (await job?.claim(10)) ?? [];
const runOnce = async () => void (await Promise.all((await claim()).map((run) => run())));
const mails = async () => (await query("SELECT tries, error, sent_at IS NOT NULL AS sent FROM mails")).rows;
const queue = () =>
  inTransaction({}, (tx) => queueMail(tx, { recipient: "a@x.example", subject: "Code", text: "K7PQ2M" }));

/** Queues a mail, and begins to send it, until the server is silent. `silences`: the limits that sockets have got. */
async function begin(silence: string | null, parameters: string) {
  silentAfter = silence;
  env().smtpUrl = `smtp://127.0.0.1:${portOf(server)}${parameters}`;
  await queue();
  const limits = vi.spyOn(Socket.prototype, "setTimeout");
  const silences = () => limits.mock.calls.map(([ms]) => ms);
  const silent = once(signs, "silent");
  const running = runOnce();
  const [socket] = (await silent) as [Socket];
  // The server can know of a connection before its client does.
  while (silences().length === 0) await setImmediate();
  return { running, silences, closed: once(socket, "close") };
}

beforeAll(() => listen(server));
afterAll(() => void server.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(async () => {
  for (const socket of open) socket.destroy();
  vi.restoreAllMocks();
  vi.useRealTimers();
  await query("DELETE FROM mails");
});

describe("a conversation with a mail server", () => {
  it.each(["", "proxy"])(
    "that is silent after RCPT is closed below the lease, counted, and not begun twice %s",
    async (way) => {
      const proxy = createProxy().on("connect", (_request, client: Socket) => {
        // The tunnel begins when the 200 was sent: nodemailer loses what comes with it.
        client.write("HTTP/1.1 200 OK\r\n\r\n", () => {
          const upstream = connect(portOf(server), "127.0.0.1");
          client.on("close", () => upstream.destroy());
          client.pipe(upstream).pipe(client);
        });
        client.on("error", () => undefined);
      });
      await listen(proxy);
      const { running, closed } = await begin("RCPT", way && `?proxy=http://127.0.0.1:${portOf(proxy)}`);
      await moveClock("50 seconds");
      expect([await claim(), open.size]).toEqual([[], 1]);
      vi.advanceTimersByTime(50_000);
      await running;
      await closed;
      proxy.close();
      expect(await mails()).toEqual([{ tries: 1, error: "The mail server did not finish within 50 s", sent: false }]);
      await moveClock("6 seconds");
      expect(await claim()).toHaveLength(1);
    },
  );

  it.each([
    ["5 s", "", 5_000],
    ["the greetingTimeout of SMTP_URL", "?greetingTimeout=20000", 20_000],
  ])("that begins with no greeting fails after %s, not before", async (_, parameters, limitMs) => {
    const { running } = await begin(null, parameters);
    vi.advanceTimersByTime(limitMs - 1);
    expect([open.size, await mails()]).toEqual([1, [{ tries: 0, error: null, sent: false }]]);
    vi.advanceTimersByTime(1);
    await running;
    expect(await mails()).toEqual([{ tries: 1, error: "Greeting never received", sent: false }]);
  });

  it.each([
    ["30 s", "", 30_000],
    ["the socketTimeout of SMTP_URL", "?socketTimeout=7000&name=host%20a", 7_000],
  ])("may be silent for %s", async (_, parameters, limitMs) => {
    const { running, silences } = await begin("EHLO", parameters);
    expect(silences()).toEqual([limitMs]);
    vi.advanceTimersByTime(50_000);
    await running;
  });

  it("fails at once where no server listens, and is counted", async () => {
    env().smtpUrl = "smtp://127.0.0.1:1";
    await queue();
    await runOnce();
    expect(await mails()).toEqual([{ tries: 1, error: expect.stringContaining("ECONNREFUSED"), sent: false }]);
  });

  /** The logged alerts after each of these pauses, which begin an attempt each. */
  async function alertsAfter(...pauses: string[]) {
    const error = vi.spyOn(log(), "error");
    const counts: number[] = [];
    for (const pause of pauses) {
      await moveClock(pause);
      await runOnce();
      counts.push(error.mock.calls.length);
    }
    return { counts, first: error.mock.calls[0] };
  }
  const alertOf = (code: string, responseCode: number | undefined) => [
    { code, response_code: responseCode, alert: true },
    "the mail server accepts no mail",
  ];

  it("that fails where no server listens logs an alert from the second attempt of a mail on, once an hour", async () => {
    env().smtpUrl = "smtp://127.0.0.1:1";
    await queue();
    const { counts, first } = await alertsAfter("0", "1 minute", "1 minute", "59 minutes");
    expect([counts, first]).toEqual([[0, 1, 1, 2], alertOf("ECONNREFUSED", undefined)]);
  });

  it.each([
    ["the password", "user:wrong@", "EAUTH", 535],
    ["the sender", "", "EENVELOPE", 550],
  ])("at which the server refuses %s logs an alert", async (_, user, code, responseCode) => {
    vi.useRealTimers();
    const refusing = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ["STARTTLS"],
      onAuth: (_auth, _session, done) => done(new Error("no")),
      onMailFrom: (_address, _session, done) => done(new Error("no")),
    });
    refusing.listen(0, "127.0.0.1");
    await once(refusing.server, "listening");
    env().smtpUrl = `smtp://${user}127.0.0.1:${portOf(refusing.server)}`;
    // Another hour than that of the test before.
    await moveClock(code === "EAUTH" ? "3 hours" : "6 hours");
    await queue();
    expect(await alertsAfter("0", "1 minute")).toEqual({ counts: [0, 1], first: alertOf(code, responseCode) });
    await new Promise<void>((resolve) => refusing.close(resolve));
  });

  it.each([
    ["smtps, pooled", true, "smtps", "&pool=true"],
    ["STARTTLS", false, "smtp", "&requireTLS=true"],
  ])(
    "over %s sends the mail and closes; control: not with an untrusted certificate",
    async (_, secure, scheme, more) => {
      vi.useRealTimers();
      let connections = 0;
      // No authority has signed the server's own certificate.
      const receiver = new SMTPServer({
        secure,
        authOptional: true,
        onConnect: (_session, done) => {
          connections += 1;
          done();
        },
        onClose: () => {
          connections -= 1;
        },
        onData: (stream, _session, done) => void stream.resume().on("end", () => done()),
      }).on("error", () => undefined);
      receiver.listen(0, "127.0.0.1");
      await once(receiver.server, "listening");
      const address = `${scheme}://127.0.0.1:${portOf(receiver.server)}`;
      await queue();
      for (const trust of ["true", "false"]) {
        env().smtpUrl = `${address}?tls.rejectUnauthorized=${trust}${more}`;
        await moveClock("1 hour");
        await runOnce();
        expect(await mails()).toMatchObject([trust === "true" ? { tries: 1, sent: false } : { tries: 2, sent: true }]);
      }
      await until(() => connections === 0);
      receiver.close();
    },
  );
});
