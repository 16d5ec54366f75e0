import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { hasOpenssl, newAuthority } from "../test/banks/certificates";
import { freePorts } from "../test/processes/free-ports";
import { PRODUCTION, refusal, start, startsAndStops, unusedDatabase } from "../test/processes/product-process";
import { temporaryFolder } from "../test/temporary-folder";

const folder = temporaryFolder("start");

describe("BASE_URL", () => {
  const DATABASE_URL = "postgresql://app:secret@127.0.0.1:1/bankside";

  it("without a scheme is refused in one sentence that shows it with one", async () => {
    expect(await refusal({ ...PRODUCTION, DATABASE_URL, BASE_URL: "pay.example.com" })).toBe(
      "The configuration is not valid: BASE_URL must be a URL that begins with http:// or https://, such as https://pay.example.com.",
    );
  });

  it("of http is refused outside the demo, with the https origin", async () => {
    expect(await refusal({ ...PRODUCTION, DATABASE_URL, BASE_URL: "http://pay.example.com:8080" })).toMatch(
      /^BASE_URL is http:\/\/pay\.example\.com:8080, without TLS: .* Set BASE_URL to https:\/\/pay\.example\.com:8080, .*$/,
    );
  });

  it("of http for this machine gets as far as the database, and its password is not shown", async () => {
    const said = await refusal({ ...PRODUCTION, DATABASE_URL, BASE_URL: "http://localhost:3000" });
    expect(said).toMatch(
      /^The database bankside at 127\.0\.0\.1:1 is unreachable \(.*ECONNREFUSED.*\)\. Check DATABASE_URL/,
    );
    expect(said).not.toContain("secret");
    expect(said.split("\n")).toHaveLength(1);
  });
});

describe("DATA_DIR", () => {
  it("that the file system refuses is refused at once, and not tried for ever", async () => {
    expect(await refusal({ DATA_DIR: "/proc/bankside/data" })).toBe(
      "Cannot create the data directory /proc/bankside/data (ENOENT). Set DATA_DIR to a folder on a local disk that this user can write to.",
    );
  });

  it("that exists and takes no files is refused", async () => {
    expect(await refusal({ DATA_DIR: "/proc" })).toMatch(
      /^Cannot write in the data directory \/proc \(\w+\)\. Set DATA_DIR /,
    );
  });

  it("that is a file, or below one, is refused", async () => {
    const file = path.join(folder, "file");
    writeFileSync(file, "");
    for (const DATA_DIR of [file, path.join(file, "below")])
      expect(await refusal({ DATA_DIR })).toMatch(/^Cannot create the data directory \S+ \(E\w+\)\. Set DATA_DIR to /);
  });

  it("stopped while its database is made, ends with 0 and leaves no process", { tags: "deep" }, async () => {
    const DATA_DIR = path.join(folder, "stopped");
    const product = await start({ DATA_DIR, ROLE: "worker" });
    await product.says("starting the database");
    // The new cluster has a folder of its own until it is complete.
    while (!existsSync(DATA_DIR) || !readdirSync(DATA_DIR).some((name) => name.startsWith("postgres.")))
      await new Promise((resolve) => setTimeout(resolve, 5));
    product.child.kill("SIGTERM");
    expect(await product.ended, product.output()).toBe(0);
    expect(product.output()).not.toContain("migrating");
    expect(processesOf(DATA_DIR)).toEqual([]);
  });
});

it("a demo whose terminal is closed stops its database, and ends with 0", async () => {
  const DATA_DIR = path.join(folder, "closed");
  const product = await start({ DATA_DIR, ROLE: "worker" });
  await product.says("migrating the database");
  expect(processesOf(DATA_DIR)).not.toEqual([]);
  for (const output of [product.child.stdout, product.child.stderr]) output?.destroy();
  product.child.kill("SIGHUP");
  expect(await product.ended, product.output()).toBe(0);
  expect(processesOf(DATA_DIR)).toEqual([]);
});

describe("the names of settings", () => {
  const DATABASE_URL = "postgresql://app:secret@127.0.0.1:1/bankside";

  it("that are mistyped in the environment are named in the log, with the ones that were probably meant", async () => {
    const product = await start({
      ...PRODUCTION,
      DATABASE_URL,
      WEBHOOK_ALOW_CIDRS: "x",
      BASE_URI: "y",
      DATABASE_HOST: "z",
    });
    expect(await product.ended).toBe(1);
    const lines = product
      .output()
      .split("\n")
      .filter((line) => line.includes("no setting"));
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      {
        level: "warn",
        message:
          "The environment sets WEBHOOK_ALOW_CIDRS, which is no setting of Bankside. Did you mean WEBHOOK_ALLOW_CIDRS?",
      },
    ]);
  });

  it("are named before a refusal of what is missing", async () => {
    const product = await start({ NODE_ENV: "production", DATABASE_URI: DATABASE_URL });
    expect(await product.ended).toBe(1);
    expect(product.output()).toMatch(
      /DATABASE_URI, which is no setting .* Did you mean DATABASE_URL\?\n[\s\S]*DATABASE_URL is missing/,
    );
    expect(product.output()).not.toContain("secret");
  });
});

describe("a demo that is refused", () => {
  it("because its shop has the port of the product, says so before it creates anything", async () => {
    const DATA_DIR = path.join(folder, "ports");
    expect(await refusal({ DATA_DIR, PORT: "3456", SHOP_PORT: "3456" })).toBe(
      "SHOP_PORT and PORT are both 3456: the demo shop needs a port of its own. Unset SHOP_PORT for 3457, or set another one.",
    );
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  it("by a database of a real installation leaves no folder with secrets; one that starts does (control)", async () => {
    const DATABASE_URL = await unusedDatabase();
    await startsAndStops({ ...PRODUCTION, DATABASE_URL });
    const DATA_DIR = path.join(folder, "refused");
    const said = await refusal({ DEMO: "1", DATABASE_URL, DATA_DIR, ROLE: "worker" });
    expect(said).toMatch(/^The database \S+ at \S+ was not created by a demo: set DATABASE_URL to an empty database /);
    expect(existsSync(DATA_DIR)).toBe(false);
    await startsAndStops({ DEMO: "1", DATABASE_URL: await unusedDatabase(), DATA_DIR, ROLE: "worker" });
    expect(readdirSync(DATA_DIR)).toContain("secrets.json");
  });
});

describe("SIMBANK_URL with a name that does not resolve", () => {
  it("keeps the process from being ready, and the log says why", { tags: "deep" }, async () => {
    const [port = 0] = await freePorts(1);
    const bank = { SIMBANK_ENABLED: "1", SIMBANK_URL: "https://bank.invalid" };
    const product = await start({
      ...PRODUCTION,
      ...bank,
      DATABASE_URL: await unusedDatabase(),
      ROLE: "web",
      PORT: String(port),
    });
    await product.says(
      /"level":"warn".*SIMBANK_URL https:\/\/bank\.invalid: .* tried again, before this process is ready/,
    );
    await expect(sendRaw(port, "GET /readyz HTTP/1.0\r\n\r\n")).rejects.toThrow("ECONNREFUSED");
    product.child.kill("SIGTERM");
    expect(await product.ended, product.output()).toBe(0);
    expect(product.output()).not.toContain("starting the HTTP server");
  });
});

describe("a worker's health checks", () => {
  it("answer on HEALTH_PORT under any host name, GET and HEAD, and nothing else is served there", async () => {
    const [port = 0] = await freePorts(1);
    const settings = { ...PRODUCTION, DATABASE_URL: await unusedDatabase(), HEALTH_PORT: String(port) };
    const product = await start(settings);
    await product.says("Bankside is running");
    const ask = (lines: string) => sendRaw(port, lines);
    expect(await ask("GET /readyz HTTP/1.0\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 200 OK\r\n[\s\S]*\{"ready":true,"database":true,"worker":true\}$/,
    );
    expect(await ask("HEAD /readyz HTTP/1.1\r\nHost: 10.1.2.3:80\r\nConnection: close\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n$/,
    );
    expect(await ask("GET /console HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 404 [\s\S]*This process is a worker\./);
    expect(await refusal(settings)).toBe(
      `Port ${port} on 127.0.0.1 is in use by another program. Stop that program, or set HEALTH_PORT.`,
    );
  });
});

describe.runIf(hasOpenssl())("SIMBANK_URL under a certificate of a private authority", () => {
  it("is refused with the setting that makes it trusted, and starts with it", { tags: "deep" }, async () => {
    const authority = newAuthority("Private CA");
    const { cert, key } = authority.issue("localhost");
    const bank = createServer({ cert, key }, (request, response) => {
      const issuer = `https://${request.headers.host}/simbank/monzo`;
      response.end(JSON.stringify({ issuer }));
    });
    await new Promise<void>((resolve) => bank.listen(0, "127.0.0.1", resolve));
    try {
      const SIMBANK_URL = `https://localhost:${(bank.address() as AddressInfo).port}`;
      const settings = { ...PRODUCTION, DATABASE_URL: await unusedDatabase(), SIMBANK_ENABLED: "1", SIMBANK_URL };
      const said = await refusal(settings);
      expect(said).toMatch(
        /^This process cannot use the simulated bank at SIMBANK_URL https:\/\/localhost:\d+: \S*(?:CERT|SIGNATURE).* set NODE_EXTRA_CA_CERTS to /,
      );
      expect(said.split("\n")).toHaveLength(1);
      const file = path.join(folder, "authority.pem");
      writeFileSync(file, authority.cert);
      await startsAndStops({ ...settings, NODE_EXTRA_CA_CERTS: file });
    } finally {
      bank.close();
      authority.close();
    }
  });
});

/** The whole answer to bytes on a connection that the server closes. */
async function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  // Not ended: a server answers no caller that has gone.
  socket.write(text);
  let answer = "";
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

/** Command lines of running processes that name a folder. */
function processesOf(dataDir: string): string[] {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const lines = ids.map((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, "utf8").replaceAll("\0", " ");
    } catch {
      return "";
    }
  });
  return lines.filter((line) => line.includes(dataDir));
}
