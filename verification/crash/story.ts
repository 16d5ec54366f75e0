import { issueToken } from "../../server/identity/tokens/issue-token";
import { newId } from "../../server/lib/ids";
import { shopper } from "../../server/test/banks/payment-stories";
import { answerAtBank } from "../../server/test/banks/simbank";
import { query } from "../../server/test/database";
import { shortCode } from "../../simbank/src/approval";
import type { PublicState } from "../judge";
import type { Stage, StageBank } from "./stage";

/** The connection type of a story: its first bank, and a second one to change to. */
export type Way = { name: string; currency: string; banks: readonly [StageBank, StageBank]; decoupled: boolean };

/** The actions of people in a story. After a crash they repeat them: a failed page does not stop them. */
export type Actor = {
  way: Way;
  paymentId: string;
  reference: string;
  /** Chooses a bank; keeps its address if there is one. */
  press(which: 0 | 1): Promise<void>;
  /** Approves at every known address, newest first, and every open approval in the bank's app. */
  approve(): Promise<void>;
  /** The browser returns from every bank that has redirected it. */
  comeBack(): Promise<void>;
  /** Sends a forged notification that the payment is done. */
  lie(): Promise<void>;
  /** Runs the worker until no job is due. */
  work(): Promise<void>;
  /** Moves the clock and runs the worker. */
  wait(interval: string): Promise<void>;
};

/** A change to the database between a crash and the next start; null except in the negative control. */
export type Sabotage = (() => Promise<void>) | null;

/** Longer than the deadline of any call, and than the lease of a run. */
const RECOVERY_IS_DUE = "75 seconds";
const PRESSES = 4;
const AMOUNT = 2550;
/** Retried later: the bank was unavailable, or has not answered yet. */
const TRY_AGAIN = ["SERVICE_UNAVAILABLE", "BANK_UNAVAILABLE"];

/** The recovery after a crash, worker included. */
function survivorOf(stage: Stage, sabotage: Sabotage) {
  const { killer } = stage;

  /** A step that may be killed: afterwards time passes, a new process runs the due jobs, and the step is repeated. */
  async function persist<T>(step: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const value = await step();
        if (killer.isDead()) await recover();
        return value;
      } catch (error) {
        if (!killer.isDead()) throw error;
        await recover();
      }
    }
  }

  async function recover(): Promise<void> {
    await sabotage?.();
    await stage.restart();
    await stage.pass(RECOVERY_IS_DUE);
    await work();
  }

  const work = () =>
    persist(async () => {
      const failures = await stage.victim().work();
      if (failures.length > 0) throw new Error(`Runs of the worker failed: ${failures.join("; ")}`);
    });

  return { persist, work };
}

type Said = { data?: Record<string, string | null>; error?: { code: string } };

async function post(
  { killer, front }: Stage,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Said> {
  const answer = await fetch(front.baseUrl + path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });
  const text = await answer.text();
  if (killer.isDead()) throw new Error("The answer was lost.");
  return JSON.parse(text === "" ? "{}" : text) as Said;
}

/** Creates a payment, with retries under one key. */
async function creationOf(stage: Stage, way: Way, reference: string) {
  const headers = { authorization: `Bearer ${await freshToken(stage)}`, "idempotency-key": newId() };
  const order = { amount: AMOUNT, currency: way.currency, payment_reference: reference, test_transaction: true };
  return async () => {
    const created = await post(stage, "/api/v1/embedded/payment-requests", { order }, headers);
    const { payment_token: paymentToken, payment_request_id: paymentId } = created.data ?? {};
    if (!paymentToken || !paymentId) throw new Error(`No payment was created: ${JSON.stringify(created)}`);
    return { paymentToken, paymentId };
  };
}

/** A payment of the stage's merchant, and the people in its story. `sabotage` runs before each restart. */
export async function beginStory(
  stage: Stage,
  way: Way,
  { reference, sabotage }: { reference: string; sabotage: Sabotage },
): Promise<Actor> {
  const { killer } = stage;
  const addresses = new Set<string>();
  const returns = new Set<string>();
  const { persist, work } = survivorOf(stage, sabotage);
  const { paymentToken: payment_token, paymentId } = await persist(await creationOf(stage, way, reference));

  return {
    way,
    paymentId,
    reference,
    async press(which) {
      const choice = { payment_token, bankId: way.banks[which].id };
      for (let tries = 0; tries < PRESSES; tries += 1) {
        const { data, error } = await persist(() => post(stage, "/api/v1/embedded/payment-initiation", choice));
        if (data?.["redirect_url"]) addresses.add(data["redirect_url"]);
        if (!error || !TRY_AGAIN.includes(error.code)) return;
        await stage.pass(RECOVERY_IS_DUE);
        await work();
      }
    },
    async approve() {
      const inApp = way.decoupled ? await openInApp(stage, paymentId) : [];
      // The bank may have been down: if its app is empty, try again later.
      if (way.decoupled && inApp.length === 0) {
        await stage.pass(RECOVERY_IS_DUE);
        await work();
        inApp.push(...(await openInApp(stage, paymentId)));
      }
      for (const address of [...addresses].reverse().concat(inApp)) {
        const back = await persist(() => approveAt(address));
        if (back !== null) returns.add(back);
      }
    },
    async comeBack() {
      for (const address of returns) {
        await persist(async () => {
          await fetch(address, { redirect: "manual" });
          if (killer.isDead()) throw new Error("The page was lost.");
        });
      }
    },
    async lie() {
      for (const { bank, address } of await attemptsAtBank(paymentId)) {
        const told = { paymentId: bank, transactionStatus: "ACCC" };
        if (address !== null) await persist(() => post(stage, new URL(address).pathname, told));
        await persist(() => post(stage, "/bank-notifications/ob-uk", { jwt: forgedEvent(bank) }));
      }
    },
    work,
    async wait(interval) {
      await stage.pass(interval);
      await work();
    },
  };
}

/** The payment's status by the API, after the story. */
export async function publicStateOf(stage: Stage, paymentId: string): Promise<PublicState> {
  const url = `${stage.front.baseUrl}/api/v1/payment-requests/${paymentId}/status`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${await freshToken(stage)}` } });
  const { data } = (await answer.json()) as { data?: PublicState };
  return data ?? { status: `no answer (${answer.status})` };
}

/** A new token: time has passed since the last one. */
async function freshToken({ tenant }: Stage): Promise<string> {
  const { clientId: client_id, clientSecret: client_secret } = tenant;
  return (await issueToken(shopper, { client_id, client_secret })).access_token;
}

/** Approves on the bank's page, which UK banks reach by a redirect. Returns the browser's next address; null: none. */
async function approveAt(address: string): Promise<string | null> {
  const first = await fetch(address, { redirect: "manual" });
  const page = new URL(first.headers.get("location") ?? "", address);
  // If there is nothing to approve any more, the bank redirects back at once.
  if (!page.pathname.startsWith("/simbank/")) return page.href;
  const back = await answerAtBank(page.href, "approve");
  return back.headers.get("location");
}

/**
 * The approvals in the app of the customer's bank: for every order of this payment at the bank, also one whose answer,
 * with its code, was lost.
 */
async function openInApp({ front }: Stage, paymentId: string): Promise<string[]> {
  const sql = `SELECT p.id, p.bank FROM sim_payments p JOIN payment_attempts a ON a.end_to_end_id = p.end_to_end_id
      WHERE a.payment_request_id = $1`;
  const orders = (await query<{ id: string; bank: string }>(sql, [paymentId])).rows;
  const found: string[] = [];
  for (const { id, bank } of orders) {
    const app = `${front.baseUrl}/simbank/${bank}/app?code=${shortCode(id)}`;
    const page = await (await fetch(app)).text();
    for (const [, path = ""] of page.matchAll(/href="([^"]*approve\/[^"]+)"/g)) found.push(new URL(path, app).href);
  }
  return found;
}

const attemptsAtBank = async (paymentId: string) => {
  const sql = `SELECT coalesce(a.bank_payment_id, a.consent_id) AS bank, p.notification_uri AS address
      FROM payment_attempts a LEFT JOIN sim_payments p ON p.end_to_end_id = a.end_to_end_id WHERE a.payment_request_id = $1`;
  return (await query<{ bank: string; address: string | null }>(sql, [paymentId])).rows;
};

/** A Security Event Token without a bank's signature. */
function forgedEvent(resourceId: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const subject = { "http://openbanking.org.uk/rid": resourceId };
  const events = { "urn:uk:org:openbanking:events:resource-update": { subject } };
  return `${part({ alg: "PS256", kid: "forged" })}.${part({ iss: "https://bank.example.com", events })}.AAAA`;
}
