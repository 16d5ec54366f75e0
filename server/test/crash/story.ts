import { issueToken } from "../../access/issue-token";
import { newId } from "../../lib/ids";
import { shortCode } from "../../simbank/approval";
import { query } from "../database";
import { shopper } from "../payment-stories";
import { answerAtBank } from "../simbank";
import type { Stage, StageBank } from "./stage";

/** How banks are spoken to in a story: its first bank, and one to go to instead. */
export type Way = { name: string; currency: string; banks: readonly [StageBank, StageBank]; decoupled: boolean };

/** What people do in a story. They do it again after a crash, as people do: nothing is given up because a page was gone. */
export type Actor = {
  way: Way;
  paymentId: string;
  reference: string;
  /** Presses a bank; keeps its address where it has one. */
  press(which: 0 | 1): Promise<void>;
  /** Answers at every address that is known, the newest first, and at everything that stands open in the bank's app. */
  approve(): Promise<void>;
  /** The browser comes back from every bank that has sent it back. */
  comeBack(): Promise<void>;
  /** Somebody says that the payment is done. */
  lie(): Promise<void>;
  /** The worker runs until nothing is due. */
  work(): Promise<void>;
  /** Time goes on, and the worker with it. */
  wait(interval: string): Promise<void>;
};

/** What is done to the database between a crash and the next start: nothing, but in the twin. */
export type Sabotage = (() => Promise<void>) | null;

/** Longer than the deadline of any call, and than the lease of a run. */
const RECOVERY_IS_DUE = "75 seconds";
const PRESSES = 4;
const AMOUNT = 2550;
/** To be pressed again later: the bank was away, or has not answered yet. */
const TRY_AGAIN = ["SERVICE_UNAVAILABLE", "BANK_UNAVAILABLE"];

/** What goes on after a crash, and the worker's part in it. */
function survivorOf(stage: Stage, sabotage: Sabotage) {
  const { killer } = stage;

  /** A step that may be killed: then time passes, a new process works off what is due, and the step is made again. */
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

/** The creation of a payment, as often as it takes: by one key. */
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

/** A payment of a merchant's at the stage, and the people in its story. `sabotage` runs before each restart. */
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
      // The bank may have been away: whoever finds nothing in its app looks again a little later.
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
      for (const { id, bank } of await attemptsAtBank(paymentId)) {
        const told = { paymentId: bank, transactionStatus: "ACCC" };
        await persist(() => post(stage, `/bank-notifications/${id}`, told));
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

/** A token of this second: time has passed since the last. */
export async function freshToken({ tenant }: Stage): Promise<string> {
  const { clientId: client_id, clientSecret: client_secret } = tenant;
  return (await issueToken(shopper, { client_id, client_secret })).access_token;
}

/** At the bank's page, to which UK banks lead by another one. Answers where the browser is sent; null: nowhere. */
async function approveAt(address: string): Promise<string | null> {
  const first = await fetch(address, { redirect: "manual" });
  const page = new URL(first.headers.get("location") ?? "", address);
  // The bank sends people back at once where there is nothing to approve any more.
  if (!page.pathname.startsWith("/simbank/")) return page.href;
  const back = await answerAtBank(page.href, "approve");
  return back.headers.get("location");
}

/**
 * The approvals that the customer's own bank shows in its app: for every order that it has of this payment, also one whose
 * answer, and with it the code, was lost.
 */
async function openInApp({ front }: Stage, paymentId: string): Promise<string[]> {
  const orders = await query(async (client) => {
    const sql = `SELECT p.id, p.bank FROM sim_payments p JOIN payment_attempts a ON a.end_to_end_id = p.end_to_end_id
      WHERE a.payment_request_id = $1`;
    return (await client.query<{ id: string; bank: string }>(sql, [paymentId])).rows;
  });
  const found: string[] = [];
  for (const { id, bank } of orders) {
    const app = `${front.baseUrl}/simbank/${bank}/app?code=${shortCode(id)}`;
    const page = await (await fetch(app)).text();
    for (const [, path = ""] of page.matchAll(/href="([^"]*approve\/[^"]+)"/g)) found.push(new URL(path, app).href);
  }
  return found;
}

const attemptsAtBank = (paymentId: string) =>
  query(async (client) => {
    const sql = `SELECT id, coalesce(bank_payment_id, consent_id) AS bank FROM payment_attempts WHERE payment_request_id = $1`;
    return (await client.query<{ id: string; bank: string }>(sql, [paymentId])).rows;
  });

/** A Security Event Token that no bank has signed. */
function forgedEvent(resourceId: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const subject = { "http://openbanking.org.uk/rid": resourceId };
  const events = { "urn:uk:org:openbanking:events:resource-update": { subject } };
  return `${part({ alg: "PS256", kid: "forged" })}.${part({ iss: "https://bank.example.com", events })}.AAAA`;
}
