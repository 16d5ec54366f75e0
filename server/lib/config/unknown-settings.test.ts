import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Env, env } from "./env";
import { VARIABLES } from "./env-variables";
import { ineffectiveSettings, unknownSettings } from "./unknown-settings";

const inEnvironment = (name: string, meant: string) =>
  `The environment sets ${name}, which is no setting of Bankside. Did you mean ${meant}?`;

it.each([
  ["WEBHOOK_ALOW_CIDRS", "WEBHOOK_ALLOW_CIDRS"],
  ["BASE_URI", "BASE_URL"],
  ["DATABASEURL_", "DATABASE_URL"],
  ["smtp_url", "SMTP_URL"],
])("%s in the environment is named with the setting that was probably meant", (name, meant) => {
  expect(unknownSettings({ [name]: "x" }, "")).toEqual(name === "DATABASEURL_" ? [] : [inEnvironment(name, meant)]);
  expect(unknownSettings({}, `${name}=x\n`)).toEqual([
    `.env sets ${name}, which is no setting of Bankside. Did you mean ${meant}?`,
  ]);
});

it("the documented file of a server has no other name", () => {
  const file = readFileSync("docs/operate/files/bankside.env", "utf8").replaceAll(/^#([A-Z_]+=)/gm, "$1");
  expect(file).toContain("BASE_URL=");
  expect(unknownSettings({}, file)).toEqual([]);
});

it("every setting is known, in the environment and in .env", () => {
  const names = Object.keys(VARIABLES);
  expect(unknownSettings(Object.fromEntries(names.map((name) => [name, "x"])), "")).toEqual([]);
  expect(unknownSettings({}, names.map((name) => `${name}=x`).join("\n"))).toEqual([]);
});

it.each([
  ...["HOSTNAME", "HOST_IP", "PATH", "PWD", "PORTS", "LOG_DIR", "DATABASE_HOST", "DATABASE_URL_REPLICA", "MAIL"],
  ...["GOOGLE_APPLICATION_CREDENTIALS", "SMTP_HOST", "SECURITYSESSIONID", "NODE_ENV", "npm_config_port", "BASE", "_"],
])("%s of another program in the environment is not named", (name) => {
  expect(unknownSettings({ [name]: "x" }, "")).toEqual([]);
});

it("a name in the environment is not named beside the setting that it resembles", () => {
  expect(unknownSettings({ BASE_URI: "x", BASE_URL: "y" }, "")).toEqual([]);
});

it("an unknown name in .env that resembles no setting is named, once, without its value", () => {
  expect(
    unknownSettings({ STRIPE_KEY: "secret-value" }, "# settings\nSTRIPE_KEY=secret-value\nNODE_ENV=production\n"),
  ).toEqual([".env sets STRIPE_KEY, which is no setting of Bankside. .env.example lists the settings."]);
});

describe("a valid setting without effect", () => {
  const at = new Date("2026-12-05T12:00:00Z");
  const security = (date: string) => ({
    security: { contacts: ["mailto:a@x.example"], expires: new Date(date), policyUrl: null },
  });
  const named = (set: Partial<Env>) =>
    ineffectiveSettings({ ...env(), ...set }, at).map((text) => text.split(" ", 1)[0]);

  it.each<[string, Partial<Env>]>([
    ["GOOGLE_CLIENT_SECRET", { googleClientId: null, googleClientSecret: "secret" }],
    ["SIMBANK_URL", { simbankEnabled: false, simbankUrl: "https://bank.example" }],
    ["SECURITY_EXPIRES", security("2026-12-05T00:00:00Z")],
  ])("is named: %s", (name, set) => {
    expect(named(set)).toEqual([name]);
  });

  it.each<[string, Partial<Env>]>([
    ["the default settings", {}],
    ["both settings of Google", { googleClientId: "id", googleClientSecret: "secret" }],
    ["both settings of the simulated banks", { simbankEnabled: true, simbankUrl: "https://bank.example" }],
    ["a date in the future", security("2026-12-06T00:00:00Z")],
  ])("is not seen in %s (control)", (_, set) => {
    expect(named(set)).toEqual([]);
  });
});
