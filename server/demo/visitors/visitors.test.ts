import { describe, expect, it } from "vitest";
import { PERMISSIONS, permittedPaths } from "../../identity/permissions/permissions";
import { signOut } from "../../identity/sessions/end-sessions";
import { createSession, readSession, type Session, type SessionKey } from "../../identity/sessions/sessions";
import { createUser } from "../../identity/users/create-user";
import { type Ctx, PUBLIC_CALLER, systemCtx } from "../../lib/context";
import { db } from "../../lib/db";
import { newId } from "../../lib/ids";
import { findKnownCaller } from "../../lib/known-callers";
import { queueMail } from "../../mail/send-mail";
import { startCheckout } from "../../payments/checkout/start-checkout";
import { storyOfThisFile } from "../../test/banks/payment-stories";
import { moveClock, query } from "../../test/database";
import { newTenant } from "../../test/rows/fixtures";
import { consoleCall } from "../../trpc/console-call";
import { createConsoleCaller } from "../../trpc/router";
import { demoWebhookUrl } from "../ensure-demo-shop";
import { beginVisit, MAX_VISITS, MAX_VISITS_PER_ADDRESS } from "./begin-visit";
import { endVisits } from "./end-visits";

const ctxFrom = (ip: string | null): Ctx => ({ caller: PUBLIC_CALLER, requestId: newId(), ip });
const rowsOf = async <Row extends Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  (await query<Row>(sql, values)).rows;

async function visit(ip: string | null = null) {
  const begun = await beginVisit(ctxFrom(ip));
  if (begun.kind !== "begun") throw new Error(`The visit is refused: ${begun.kind}`);
  const { merchantId, session: key } = begun;
  const session = await readSession(key.sessionToken);
  if (!session) throw new Error("The visitor has no session.");
  return { merchantId, key, session, userId: session.user.id, api: createConsoleCaller({ ctx: ctxFrom(ip), session }) };
}

async function newPerson(): Promise<{ key: SessionKey; session: Session }> {
  const { merchantId } = await newTenant();
  const given = { email: `${newId()}@olaria.example`, name: "Person", role: "owner", merchantId } as const;
  const key = await createSession({}, (await createUser(systemCtx("test"), given)).id);
  const session = await readSession(key.sessionToken);
  if (!session) throw new Error("The person has no session.");
  return { key, session };
}

const order = { order: { amount: 2_550, currency: "EUR", test_transaction: true } };
const send = (
  { api, merchantId }: Awaited<ReturnType<typeof visit>>,
  operation: string,
  body: Record<string, unknown>,
) => api.developers.reference.send({ merchantId, operation, body, idempotencyKey: newId() });

const story = storyOfThisFile();

describe("a visitor of a demo", () => {
  it("has a merchant of their own, whose webhooks go to the demo's receiver, and makes test payments there", async () => {
    const visitor = await visit();
    const { defaultEndpoint } = await visitor.api.webhooks.endpoints.list({ merchantId: visitor.merchantId });
    expect(defaultEndpoint.test.to).toBe("default_url");
    const urls = await rowsOf("SELECT url FROM webhook_defaults WHERE merchant_id = $1", [visitor.merchantId]);
    expect(urls).toEqual([{ url: demoWebhookUrl() }]);
    const { status, body } = await send(visitor, "createPaymentRequest", order);
    expect(status).toBe(201);
    const { data } = JSON.parse(body) as { data: { payment_request_id: string } };
    const { merchantId } = visitor;
    const { payment } = await visitor.api.payments.get({ merchantId, id: data.payment_request_id });
    expect(payment).toMatchObject({ decimal: "25.50", test: true });
  });

  it("sees no other visitor's payments and no other merchant; control: its own visitor does", async () => {
    const [one, other, tenant] = [await visit(), await visit(), await newTenant()];
    const { body } = await send(one, "createPaymentRequest", order);
    const { payment_request_id: id } = (JSON.parse(body) as { data: { payment_request_id: string } }).data;
    await expect(other.api.payments.get({ merchantId: other.merchantId, id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    for (const merchantId of [one.merchantId, tenant.merchantId])
      await expect(other.api.payments.get({ merchantId, id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await one.api.payments.get({ merchantId: one.merchantId, id })).payment.id).toBe(id);
  });

  it("changes no webhook address, key or member and sends no mail, right after its visit began", async () => {
    const visitor = await visit();
    const { api, merchantId } = visitor;
    const refused = [
      api.webhooks.setUrl({ merchantId, url: "https://elsewhere.example" }),
      api.webhooks.endpoints.create({ merchantId, name: "mine", url: "https://elsewhere.example" }),
      api.credentials.create({ merchantId, name: "mine", scopes: [], testOnly: true }),
      api.team.invite({ merchantId, email: "someone@example.org", name: "Someone", role: "viewer" }),
      api.paymentLinks.send({ merchantId, id: newId(), to: "someone@example.org", message: "" } as never),
      api.me.startVerifyMail(),
    ];
    // At once: a call that is refused while another is awaited would count as an error outside of the test.
    await Promise.all(refused.map((call) => expect(call).rejects.toMatchObject({ code: "FORBIDDEN" })));
    for (const operation of ["setWebhookUrl", "issueToken"])
      await expect(send(visitor, operation, { webhook_url: "https://elsewhere.example" })).rejects.toMatchObject({
        code: "FORBIDDEN",
      });
    const paths = permittedPaths(["visitor"]);
    const changing = paths.filter((path) =>
      /set|create|send|invite|rotate|switch|resend|export|cancel|remove/i.test(path),
    );
    expect(changing).toEqual(["developers.reference.send"]);
    expect(await rowsOf("SELECT 1 FROM mails")).toEqual([]);
  });

  it("a mail to a visitor's address is never sent; control: another mail is", async () => {
    const queue = (recipient: string) =>
      db().$transaction((tx) => queueMail(tx, { recipient, subject: "Code", text: "ABC" }));
    const due = () => rowsOf("SELECT recipient FROM mails WHERE sent_at IS NULL AND failed_at IS NULL");
    await queue("visitor-1@visitor.invalid");
    expect(await due()).toEqual([]);
    await queue("someone@example.org");
    expect(await due()).toEqual([{ recipient: "someone@example.org" }]);
    expect(await rowsOf("SELECT text FROM mails WHERE recipient LIKE '%.invalid'")).toEqual([{ text: "" }]);
  });

  it("ends after an hour: no session, nothing to sign in to, and the address erased; not before", async () => {
    const { merchantId, key, userId } = await visit("198.51.100.7");
    await query(
      `INSERT INTO api_calls (id, at, request_id, method, path, merchant_id, status, duration_ms, replayed, ip)
         VALUES (gen_random_uuid(), app_now(), 'r', 'GET', '/', $1, 200, 1, false, '198.51.100.7')`,
      [merchantId],
    );
    const state = () =>
      rowsOf(
        `SELECT v.address_hash IS NULL AS erased, v.ended_at IS NOT NULL AS ended, u.disabled_at IS NOT NULL AS disabled,
           m.suspended_at IS NOT NULL AS suspended, (SELECT count(*)::int FROM api_calls WHERE merchant_id = m.id) AS calls
         FROM visitors v JOIN users u ON u.id = v.user_id JOIN merchants m ON m.id = v.merchant_id WHERE v.user_id = $1`,
        [userId],
      );
    await moveClock("59 minutes");
    await endVisits();
    expect(await state()).toEqual([{ erased: false, ended: false, disabled: false, suspended: false, calls: 1 }]);
    await moveClock("2 minutes");
    expect(await readSession(key.sessionToken)).toBeNull();
    await endVisits();
    await endVisits();
    expect(await state()).toEqual([{ erased: true, ended: true, disabled: true, suspended: true, calls: 0 }]);
  });

  it("leaves no address or browser behind after the visit, in any table; control: before, a payment has both", async () => {
    const [ip, userAgent] = ["198.51.100.77", "Visitor browser 77"];
    const visitor = await visit(ip);
    const created = await send(visitor, "createPaymentRequest", order);
    const { payment_token: paymentToken } = (JSON.parse(created.body) as { data: { payment_token: string } }).data;
    expect((await send(visitor, "createPaymentLink", order)).status).toBe(200);
    const choice = { bankId: story.banks[0] ?? "", seenAmount: 2_550, remember: false };
    await startCheckout(ctxFrom(ip), { paymentToken, ...choice, psu: { ip, userAgent, locale: "en" } });
    const tables = await rowsOf<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    );
    const found = async (text: string) => {
      const names: string[] = [];
      for (const { name } of tables)
        if ((await rowsOf(`SELECT 1 FROM "${name}" t WHERE t::text LIKE '%${text}%' LIMIT 1`)).length > 0)
          names.push(name);
      return names;
    };
    for (const text of [ip, userAgent]) expect(await found(text)).toContain("payment_attempts");
    await moveClock("61 minutes");
    await endVisits();
    expect([await found(ip), await found(userAgent)]).toEqual([[], []]);
  });

  it("every own call is recorded without an address; control: another user's is with it", async () => {
    const visitor = await visit("198.51.100.77");
    const other = await newPerson();
    const actorOf = async (session: Session, path: string) => {
      const { call } = await consoleCall({ ctx: ctxFrom(null), session }, { path, scope: { own: true } });
      return call.caller.actor;
    };
    const paths = Object.keys(PERMISSIONS).filter((path) => path.startsWith("me.") || path.startsWith("acting."));
    expect(paths.length).toBeGreaterThan(15);
    for (const path of paths) {
      expect(await actorOf(other.session, path)).not.toHaveProperty("visitor");
      // A call that is refused records nothing.
      const actor = await actorOf(visitor.session, path).catch(({ code }) => ({ visitor: code === "FORBIDDEN" }));
      expect([path, actor.visitor]).toEqual([path, true]);
    }
    await visitor.api.me.endOtherSessions();
    for (const { key } of [visitor, other]) await signOut(ctxFrom("198.51.100.77"), key.sessionToken);
    const recorded = (id: string) =>
      rowsOf("SELECT action, ip FROM audit_entries WHERE actor_id = $1 ORDER BY at", [id]);
    expect(await recorded(visitor.userId)).toEqual([
      { action: "session.others_ended", ip: null },
      { action: "session.ended", ip: null },
    ]);
    expect(await recorded(other.session.user.id)).toEqual([{ action: "session.ended", ip: "198.51.100.77" }]);
  });

  it("sets up no sign-in method, and leaves no row of a user behind after the visit; control: another user sets one up", async () => {
    const [visitor, other] = [await visit(), await newPerson()];
    const verified = Object.entries(PERMISSIONS).filter(([path, row]) => path.startsWith("me.") && "verified" in row);
    expect(verified).toHaveLength(7);
    const open = ({ session }: { session: Session }, path: string) =>
      consoleCall({ ctx: ctxFrom(null), session }, { path, scope: { own: true } });
    for (const [path] of verified) {
      await expect(open(visitor, path)).rejects.toMatchObject({ code: "FORBIDDEN", message: /^A visit of the demo/ });
      await expect(open(other, path)).resolves.toBeDefined();
    }
    const setup = createConsoleCaller({ ctx: ctxFrom(null), session: other.session }).me.startApp();
    await expect(setup).resolves.toHaveProperty("secret");
    await moveClock("61 minutes");
    await endVisits();
    const tables = await rowsOf<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'user_id' AND table_schema = 'public'",
    );
    const withRowsOf = async (id: string) => {
      const found: string[] = [];
      for (const { name } of tables)
        if ((await rowsOf(`SELECT 1 FROM "${name}" WHERE user_id = $1`, [id])).length > 0) found.push(name);
      return found.sort();
    };
    expect(await withRowsOf(visitor.userId)).toEqual(["memberships", "visitors"]);
    expect(await withRowsOf(other.session.user.id)).toContain("authenticator_apps");
  });

  it("concurrent visits are limited per address and in total; an ended visit frees its slot", async () => {
    await query("UPDATE visitors SET ended_at = app_now()");
    const from = (ip: string) => beginVisit(ctxFrom(ip)).then(({ kind }) => kind);
    const kinds = await Promise.all(Array.from({ length: MAX_VISITS_PER_ADDRESS + 1 }, () => from("198.51.100.8")));
    expect(kinds.sort()).toEqual([...Array(MAX_VISITS_PER_ADDRESS).fill("begun"), "here"]);
    expect(await from("198.51.100.9")).toBe("begun");
    await query(
      `INSERT INTO visitors (merchant_id, user_id, ends_at)
         SELECT gen_random_uuid(), gen_random_uuid(), app_now() + interval '1 hour' FROM generate_series(1, $1)`,
      [MAX_VISITS],
    );
    expect(await from("198.51.100.10")).toBe("full");
    await query("UPDATE visitors SET ended_at = app_now()");
    expect(await from("198.51.100.10")).toBe("begun");
  });

  it("counts for its address at the entry; control: a person's session counts for the person", async () => {
    const [visitor, other] = [await visit(), await newPerson()];
    expect(findKnownCaller(visitor.key.sessionToken)).toBeNull();
    const owner = `user:${other.session.user.id}`;
    expect(findKnownCaller(other.key.sessionToken)).toEqual({ owner, credential: owner });
  });

  it("the IPv6 networks of one subscriber are one address; control: those of another are not", async () => {
    await query("UPDATE visitors SET ended_at = app_now()");
    const from = (ip: string) => beginVisit(ctxFrom(ip)).then(({ kind }) => kind);
    for (let n = 1; n <= MAX_VISITS_PER_ADDRESS; n += 1) expect(await from(`2001:db8:0:${n}::1`)).toBe("begun");
    expect(await from("2001:db8:0:ffff::1")).toBe("here");
    expect(await from("2001:db8:1::1")).toBe("begun");
  });
});
