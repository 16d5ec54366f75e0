import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isDemo, parseEnv } from "./env";
import { envExample } from "./env-example";
import { parseNetwork } from "./env-parsers";
import { VARIABLES } from "./env-variables";
import { servesSimbank, simbankHostOf } from "./simbank-origin";

const KEY = Buffer.alloc(32, 1).toString("base64");
const MERCHANT = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a11";
const production = {
  DATABASE_URL: "postgresql://app:secret@db.example:5432/bankside",
  BASE_URL: "https://pay.example.com/",
  SMTP_URL: "smtp://mail.example",
  MAIL_FROM: "Bankside <no-reply@pay.example.com>",
  ENCRYPTION_KEY: `k1:${KEY}`,
  NEXTAUTH_SECRET: "0123456789abcdef0123456789abcdef",
};

describe("an installation outside the demo", () => {
  it("has no demo data, no simulated bank and no allowed webhook network by default", () => {
    expect(parseEnv(production)).toMatchObject({
      demo: false,
      simbankEnabled: false,
      simbankUrl: null,
      simbankPort: 3010,
      webhookAllow: [],
      baseUrl: "https://pay.example.com",
      port: 3000,
      encryptionKeys: [{ id: "k1", key: KEY }],
    });
  });

  it.each(["BASE_URL", "SMTP_URL", "MAIL_FROM", "ENCRYPTION_KEY", "NEXTAUTH_SECRET"])(
    "is refused without %s",
    (name) => {
      expect(() => parseEnv({ ...production, [name]: "" })).toThrow(new RegExp(`^${name} is missing\\. Set it to `));
    },
  );

  const simulated = { ...production, SIMBANK_ENABLED: "1" };

  it("serves simulated banks only on a host other than BASE_URL", () => {
    for (const SIMBANK_URL of ["", "https://pay.example.com", "http://pay.example.com"])
      expect(() => parseEnv({ ...simulated, SIMBANK_URL })).toThrow(/SIMBANK_ENABLED needs SIMBANK_URL with a host/);
    const settings = parseEnv({ ...simulated, SIMBANK_URL: "https://bank.example.com" });
    const hosts = ["bank.example.com", "BANK.example.com", "pay.example.com", "localhost", null];
    expect(hosts.map((host) => servesSimbank(settings, host))).toEqual([true, true, false, false, false]);
    expect(simbankHostOf(settings)).toBe("bank.example.com");
  });

  it("serves no simulated bank without SIMBANK_ENABLED", () => {
    const settings = parseEnv({ ...production, SIMBANK_URL: "https://bank.example.com" });
    expect([servesSimbank(settings, "bank.example.com"), simbankHostOf(settings)]).toEqual([false, null]);
  });

  it("is not made a demo by NODE_ENV", () => {
    expect(isDemo({ ...production, NODE_ENV: "development" }, "development")).toBe(false);
    expect(isDemo(production, "production")).toBe(false);
  });
});

describe("a start without DATABASE_URL", () => {
  it.each([undefined, "", "development", "test"])("is a demo if NODE_ENV is %j", (nodeEnv) => {
    expect(isDemo({}, nodeEnv)).toBe(true);
  });

  it("is refused with the remedy if NODE_ENV is production, unless DEMO=1", () => {
    for (const nodeEnv of ["production", "Production", "production ", "prod", "staging"])
      expect(() => isDemo({}, nodeEnv)).toThrow(/^NODE_ENV is \S+ *and DATABASE_URL is missing: set .*DEMO=1/);
    expect(isDemo({ DEMO: "1" }, "production")).toBe(true);
    expect(isDemo({ DEMO: "0" }, "production")).toBe(false);
  });
});

describe("the demo", () => {
  const { DATABASE_URL, ENCRYPTION_KEY, NEXTAUTH_SECRET } = production;
  const demo = { DEMO: "1", DATABASE_URL, ENCRYPTION_KEY, NEXTAUTH_SECRET };

  it("has the simulated bank, and allows webhooks to its own shop only", () => {
    const parsed = parseEnv({ ...demo, PORT: "4100" });
    expect(parsed).toMatchObject({
      demo: true,
      simbankEnabled: true,
      simbankUrl: null,
      simbankPort: 3010,
      shopPort: 4101,
      baseUrl: "http://localhost:4100",
    });
    expect(parsed.webhookAllow).toEqual([
      {
        ...{ merchantId: null, address: "127.0.0.1", prefix: 32, family: "ipv4" },
        ...{ fromPort: 4101, toPort: 4101, showsAnswers: true },
      },
    ]);
  });

  it("allows no private webhook address but its own receiver with DEMO_PUBLIC=1", () => {
    const {
      demo: isDemo,
      demoPublic,
      webhookAllow,
    } = parseEnv({
      ...demo,
      DEMO_PUBLIC: "1",
      SMTP_URL: "smtp://mail.example",
    });
    expect([isDemo, demoPublic]).toEqual([true, true]);
    expect(webhookAllow.map(({ address, fromPort, toPort }) => [address, fromPort, toPort])).toEqual([
      ["127.0.0.1", 3001, 3001],
    ]);
  });

  it("serves simulated banks on every host name", () => {
    const settings = parseEnv(demo);
    expect(["localhost:3000", "127.0.0.1:3000"].map((host) => servesSimbank(settings, host))).toEqual([true, true]);
    expect(servesSimbank(parseEnv({ ...demo, SIMBANK_ENABLED: "0" }), "localhost:3000")).toBe(false);
  });

  it("adds the networks of WEBHOOK_ALLOW_CIDRS to its shop", () => {
    const parsed = parseEnv({ ...demo, WEBHOOK_ALLOW_CIDRS: `10.1.0.0/16:8080, ${MERCHANT}=[fd00::/8]:443` });
    expect(parsed.webhookAllow.map(({ merchantId, address, fromPort }) => [merchantId, address, fromPort])).toEqual([
      [null, "10.1.0.0", 8080],
      [MERCHANT, "fd00::", 443],
      [null, "127.0.0.1", 3001],
    ]);
  });
});

describe("WEBHOOK_ALLOW_CIDRS", () => {
  const read = (text: string) => parseEnv({ ...production, WEBHOOK_ALLOW_CIDRS: text }).webhookAllow;

  it("opens a network to one merchant on the given ports", () => {
    const [one, range] = read(`${MERCHANT.toUpperCase()}=10.20.0.0/16:8443, ${MERCHANT}=[fd00::/8]:9000-9099`);
    expect(one).toEqual({
      ...{ merchantId: MERCHANT, address: "10.20.0.0", prefix: 16, family: "ipv4" },
      ...{ fromPort: 8443, toPort: 8443, showsAnswers: false },
    });
    expect(range).toMatchObject({ merchantId: MERCHANT, family: "ipv6", fromPort: 9_000, toPort: 9_099 });
  });

  it("without a merchant is refused outside the demo, with the remedy", () => {
    expect(() => read(`${MERCHANT}=10.0.0.0/8:1,10.20.0.0/16:8443`)).toThrow(
      /^WEBHOOK_ALLOW_CIDRS opens 10\.20\.0\.0\/16:8443 to every merchant, .* Write <merchant id>=10\.20\.0\.0\/16:8443,/,
    );
  });

  it.each([
    ...["10.0.0.0/8", "[fd00::/8]", "::1", "10.0.0.0/8:0", "10.0.0.0/8:70000", "10.0.0.0/8:90-80", "10.0.0.0/33:80"],
    ...["acme=10.0.0.0/8:80", "=10.0.0.0/8:80", "localhost:80", "10.0.0.0/8:80-", "10.0.0.0/8:1-70000"],
  ])("refuses %s and shows the right form", (entry) => {
    expect(() => read(entry)).toThrow(
      `The configuration is not valid: WEBHOOK_ALLOW_CIDRS has an entry that is not merchant=cidr:port: ${entry}. Use `,
    );
  });
});

describe("an invalid value", () => {
  it.each([
    ["PORT", "80a"],
    ["PORT", "65536"],
    ["DEMO", "yes"],
    ["ROLE", "cron"],
    ["BASE_URL", "https://pay.example.com/sub"],
    ["DATABASE_URL", "mysql://db/x"],
    ["PAYMENT_LINK_TTL_DAYS", "71"],
    ["TRUSTED_PROXIES", "10.0.0.0/33"],
    ["GOOGLE_ISSUER", "http://accounts.example"],
    ["GOOGLE_ISSUER", "https://accounts.example/?tenant=1"],
    ["LOGO_SERVICE_URL", "https://logos.example/"],
  ])("%s=%s is refused by name", (name, value) => {
    expect(() => parseEnv({ ...production, [name]: value })).toThrow(`The configuration is not valid: ${name} `);
  });

  it("ENCRYPTION_KEY with two keys of one id is refused; control: with an id each it is not", () => {
    const other = Buffer.alloc(32, 7).toString("base64");
    const read = (id: string) => parseEnv({ ...production, ENCRYPTION_KEY: `k1:${KEY},${id}:${other}` });
    expect(() => read("k1")).toThrow("ENCRYPTION_KEY has two keys with one id");
    expect(read("k2").encryptionKeys.map(({ id }) => id)).toEqual(["k1", "k2"]);
  });

  it("is not repeated in the message if it is a secret", () => {
    const read = () => parseEnv({ ...production, ENCRYPTION_KEY: "k1:c2hvcnQ=" });
    expect(read).toThrow("ENCRYPTION_KEY must be id:key");
    expect(read).not.toThrow("c2hvcnQ=");
  });
});

describe("parseNetwork()", () => {
  it.each([
    ["127.0.0.1", { address: "127.0.0.1", prefix: 32, family: "ipv4", port: null }],
    ["127.0.0.1:3001", { address: "127.0.0.1", prefix: 32, family: "ipv4", port: 3001 }],
    ["10.0.0.0/8", { address: "10.0.0.0", prefix: 8, family: "ipv4", port: null }],
    ["::1", { address: "::1", prefix: 128, family: "ipv6", port: null }],
    ["[::1/128]:443", { address: "::1", prefix: 128, family: "ipv6", port: 443 }],
  ])("reads %s", (text, network) => expect(parseNetwork(text)).toEqual(network));

  it.each(["", "localhost", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0.0/8:0", "10.0.0.0/8:70000", "[::1]:x", "1.2.3"])(
    "refuses %j",
    (text) => expect(parseNetwork(text)).toBeNull(),
  );
});

it(".env.example is up to date (npm run env:example)", () => {
  expect(readFileSync(path.join(import.meta.dirname, "../../../.env.example"), "utf8")).toBe(envExample());
});

describe("the README's table", () => {
  const readme = readFileSync(path.join(import.meta.dirname, "../../../README.md"), "utf8");

  it.each(Object.entries<{ description: string; fallback: string; needed?: string }>(VARIABLES))(
    "describes %s as server/lib/config/env-variables.ts does",
    (name, { description, fallback, needed }) => {
      const [row = ""] = readme.split("\n").filter((line) => line.startsWith(`| \`${name}\``));
      const [, title, what, without] = row.split("|").map((cell) => cell.trim().replaceAll("`", ""));
      expect([title, what, without]).toEqual([needed === undefined ? name : `${name} ¹`, description, fallback]);
    },
  );
});
