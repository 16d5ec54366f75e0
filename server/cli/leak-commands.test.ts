import { beforeEach, describe, expect, it } from "vitest";
import { reportLeakedSecret } from "../identity/credentials/report-leaked-secret";
import { createUser } from "../identity/users/create-user";
import { env } from "../lib/config/env";
import { PUBLIC_CALLER } from "../lib/context";
import { newHexSecret } from "../lib/crypto";
import { bankside } from "../test/command-line";
import { moveClock, query, stopClock } from "../test/database";
import { ctx, newTenant, type Tenant } from "../test/rows/fixtures";
import { comeByCode, postTokenRequest, readStatusCode } from "../test/rows/users";
import { createEndpoint } from "../webhooks/endpoints/create-endpoint";
import { generateWebhookSecret, prepareSecret } from "../webhooks/secrets/change-secrets";
import { reportLeakedSigningSecret } from "../webhooks/secrets/report-leaked-signing-secret";

let tenant: Tenant;
let owner: string;
beforeEach(async () => {
  await stopClock();
  tenant = await newTenant();
  const { merchantId } = tenant;
  owner = `owner-${merchantId}@x.example`;
  await createUser(ctx, { email: owner, name: "Inês", role: "owner", merchantId });
});

const report = (secret: string, ...more: string[]) =>
  bankside(["credential report-leak --secret", secret, ...more].join(" "));
const rows = async (sql: string, values: unknown[]) => (await query(sql, values)).rows;
const mails = async () =>
  (await rows("SELECT subject, text FROM mails WHERE recipient = $1 ORDER BY id", [owner])) as {
    subject: string;
    text: string;
  }[];
const audited = async () =>
  (await rows(
    "SELECT action, subject_id, detail FROM audit_entries WHERE merchant_id = $1 AND action LIKE '%leak_reported'",
    [tenant.merchantId],
  )) as { action: string; subject_id: string; detail: object }[];
const tokens = async () =>
  (await postTokenRequest({ client_id: tenant.clientId, client_secret: tenant.clientSecret })).data;

describe("a leaked client secret", () => {
  it("is reported with its owner and not revoked without --confirm", async () => {
    const output = await report(tenant.clientSecret);
    expect(output.text).toContain(
      `Client secret of the client credentials Test (${tenant.clientId}) of merchant ${tenant.merchantId}. It works.`,
    );
    expect(output.text).not.toContain(tenant.clientSecret);
    expect((await tokens()).access_token).toBeDefined();
    expect([await mails(), await audited()]).toEqual([[], []]);
  });

  it("disables the client credentials and their tokens with --confirm, with one mail and an audit entry", async () => {
    const { access_token } = await tokens();
    expect((await report(tenant.clientSecret, "--confirm")).text).toContain("the client credentials are disabled");
    await moveClock("1 second");
    expect(await readStatusCode(access_token)).toBe("INVALID_TOKEN");
    expect(
      (await postTokenRequest({ client_id: tenant.clientId, client_secret: tenant.clientSecret })).error.code,
    ).toBe("UNAUTHORIZED");
    const page = `/open/${tenant.merchantId}?to=/console/api-keys`;
    const text = expect.stringContaining(`\n\nMerchant: Olaria do Norte\nAPI keys: ${env().baseUrl}${page}`);
    expect(await mails()).toEqual([{ subject: "Leaked client secret revoked: Test", text }]);
    expect(await audited()).toEqual([
      {
        action: "credential.leak_reported",
        subject_id: tenant.clientId,
        detail: { name: "Test", kind: "client secret" },
      },
    ]);
    expect(JSON.stringify([await mails(), await audited()])).not.toContain(tenant.clientSecret);
  });

  it("is mailed with the key's name on one line, without a link", async () => {
    const sql = "UPDATE credentials SET name = E'Shop\nhttps://login.example/x' WHERE id = $1";
    await query(sql, [tenant.clientId]);
    await report(tenant.clientSecret, "--confirm");
    const [mail] = await mails();
    expect([mail?.subject, mail?.text]).not.toContainEqual(expect.stringMatching(/login\.example|Shop\n/));
    expect(mail?.subject).toMatch(/^Leaked client secret revoked: Shop /);
  });
});

describe("a leaked token", () => {
  it.each([
    ["access token", "access_token"],
    ["refresh token", "refresh_token"],
  ] as const)(
    "(%s) is revoked with all tokens of its sign-in, and its client credentials still work",
    async (kind, field) => {
      const [leaked, other] = [await tokens(), await tokens()];
      expect(await report(leaked[field], "--confirm")).toMatchObject({
        json: { kind, client_id: tenant.clientId, revoked: true },
      });
      await moveClock("1 second");
      expect([await readStatusCode(leaked.access_token), await readStatusCode(other.access_token)]).toEqual([
        "INVALID_TOKEN",
        "PAYMENT_REQUEST_NOT_FOUND",
      ]);
      const refreshed = await postTokenRequest({ grant_type: "refresh_token", refresh_token: leaked.refresh_token });
      expect(refreshed.error.code).toBe("INVALID_GRANT");
      expect((await tokens()).access_token).toBeDefined();
      expect((await mails()).map(({ subject }) => subject)).toEqual([`Leaked ${kind} revoked: Test`]);
    },
  );
});

describe("a leaked token of a user", () => {
  it("is mailed to the user with the address of the account, and names no API key", async () => {
    const { access_token } = (await comeByCode(owner)).data;
    await report(access_token, "--confirm");
    const text = (await mails()).find(({ subject }) => subject === "Leaked access token revoked: your account")?.text;
    expect(text).toContain("Sign in again in the program that used it.");
    expect(text).toMatch(/\nYour account: \S+\/account$/);
    expect(text).not.toContain("API key");
  });
});

describe("a leaked webhook signing secret", () => {
  it("is found for the default URL and for an endpoint, mailed to the owners, and still signs", async () => {
    const { merchantId } = tenant;
    const { webhook_secret } = await generateWebhookSecret(ctx, { merchant_id: merchantId });
    const made = await createEndpoint(ctx, { merchantId, name: "acme-prod", url: "https://hooks.example/a" });
    expect((await report(webhook_secret)).text).toContain(
      `Signing secret of the default endpoint of merchant ${merchantId}`,
    );
    expect((await report(made.webhook_secret, "--confirm")).json).toMatchObject({
      endpoint: "acme-prod",
      revoked: false,
      mailed: true,
    });
    const [mail] = await mails();
    expect(mail?.text).toContain(`/open/${merchantId}?to=/console/webhooks/endpoints/acme-prod\n`);
    expect(mail?.text).toMatch(/\n\nMerchant: Olaria do Norte$/);
    expect(mail?.text).not.toContain(made.webhook_secret);
    expect((await audited()).map(({ action }) => action)).toEqual(["webhook_secret.leak_reported"]);
    expect((await report(made.webhook_secret)).json).toMatchObject({ found: true, prepared: false });
  });

  it("that was prepared and not activated is mailed to the owners to be discarded, not activated", async () => {
    const { merchantId } = tenant;
    await generateWebhookSecret(ctx, { merchant_id: merchantId });
    const { webhook_secret } = await prepareSecret(ctx, { merchantId, name: null });
    const { text, json } = await report(webhook_secret, "--confirm");
    expect(text).toContain("The owners were e-mailed to discard it. It signs nothing");
    expect(json).toMatchObject({ endpoint: null, prepared: true, revoked: false });
    const [mail] = await mails();
    expect(mail?.subject).toBe("Leaked next webhook signing secret: discard it");
    expect(mail?.text).toContain("Do not activate it. Remove it from your server, discard it, then create another: ");
    expect(mail?.text).not.toMatch(/then activate it|old secret/);
    expect((await audited()).map(({ detail }) => detail)).toEqual([{ prepared: true }]);
  });
});

describe("a secret of another installation", () => {
  it.each(["csec_x", "atok_x", newHexSecret("whsec_"), "hunter2"])(
    "(%s) is reported as unknown, and the command fails",
    async (text) => {
      expect(await report(text, "--confirm")).toMatchObject({ json: { found: false }, failed: true });
    },
  );
});

it("credential report-leak refuses a caller who is not the operator", async () => {
  const stranger = { ...ctx, caller: PUBLIC_CALLER };
  const { clientSecret: secret } = tenant;
  await expect(reportLeakedSecret(stranger, { secret, revoke: true })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(reportLeakedSigningSecret(stranger, { secret, notify: true })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
});
