import type { RequestListener, ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getManagedAccount } from "../accounts/managed-accounts";
import { readAccount } from "../accounts/read-account";
import {
  BALANCE_DEADLINE_MS,
  connectBank,
  everydayIban,
  grant,
  newAccount,
  newPerson,
  type Person,
  warmUp,
} from "../test/banks/account-access";
import { type FakeBank, startFakeBank } from "../test/banks/fake-bank";
import { simbankOfThisFile } from "../test/banks/simbank";
import { call } from "../test/client";
import { newTenant, type Tenant } from "../test/rows/fixtures";
import { until } from "../test/until";
import { controlTimers } from "../test/waits";

const PEOPLES_BANKS = ["bpi", "activobank", "banco-montepio"];
const LONG_MS = 60_000;

const simbank = simbankOfThisFile();
let hanging: FakeBank;
let tenant: Tenant;
let person: Person;
let account: { merchantId: string; accountId: string };
/** Balance requests that the bank has received and not answered. */
const held: ServerResponse[] = [];

const say = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
const BALANCE = { balanceType: "interimAvailable", balanceAmount: { currency: "EUR", amount: "7.00" } };

/** A bank with corporate access that holds every balance request until it is released. */
const holdBalances =
  (iban: string): RequestListener =>
  ({ method, url }, response) => {
    const isList = url?.endsWith("/accounts");
    if (method === "POST") say(response, 201, { consentStatus: "valid", consentId: "c1", _links: {} });
    else if (isList) say(response, 200, { accounts: [{ resourceId: "r1", iban, currency: "EUR" }] });
    else held.push(response);
  };
const letGo = () => {
  for (const response of held.splice(0)) say(response, 200, { balances: [BALANCE] });
};

beforeAll(async () => {
  await warmUp();
  tenant = await newTenant();
  person = await newPerson(tenant.merchantId);
  for (const bank of PEOPLES_BANKS)
    expect(await grant(person, await newAccount(person, bank, { iban: everydayIban(bank, "EUR") }))).toBe("granted");
  await newAccount(person, "riverbank");
  hanging = await startFakeBank({ id: "hanging", corporateAccess: true });
  hanging.answer = holdBalances(everydayIban("hanging", "EUR"));
  await connectBank(hanging.profile);
  account = await newAccount(person, "hanging", { iban: everydayIban("hanging", "EUR"), roles: ["refund"] });
});
afterAll(() => hanging.close());
let deadlines: ReturnType<typeof controlTimers>;
beforeEach(() => {
  held.length = 0;
  deadlines = controlTimers((ms) => ms === BALANCE_DEADLINE_MS);
});
afterEach(() => deadlines.restore());

const answered = () => simbank.exchanges.filter(({ path }) => path.endsWith("/balances")).length;

/** The balances. The deadline passes when the four other banks have responded and this one has received its request. */
async function askPastDeadline() {
  const [heldBefore, answeredBefore] = [held.length, answered()];
  const asking = call("getBalances", undefined, { token: tenant.token });
  const others = PEOPLES_BANKS.length + 1;
  const isOnlyThisOneOpen = () => answered() === answeredBefore + others && deadlines.waiting() === 1;
  await until(() => held.length === heldBefore + 1 && isOnlyThisOneOpen());
  deadlines.pass();
  return asking;
}

describe("balances at five banks, one of which hangs", () => {
  it("return null for its account at the deadline, and the four other balances", async () => {
    const { status, data } = await askPastDeadline();
    expect(held).toHaveLength(1);
    expect(held[0]?.writableEnded).toBe(false);
    expect(status).toBe(200);
    expect(data.map(({ roles, balance }) => [roles[0], balance]).sort()).toEqual([
      ["refund", null],
      ["settlement", "0.00"],
      ["settlement", "1240.10"],
      ["settlement", "1240.10"],
      ["settlement", "1240.10"],
    ]);
    letGo();
  });

  it("are fetched again once the bank responds: an unknown balance is not cached", async () => {
    const asking = call("getBalances", undefined, { token: tenant.token });
    await until(() => held.length === 1);
    letGo();
    expect((await asking).data.find(({ id }) => id === account.accountId)?.balance).toBe("7.00");
  });

  it("control: without the deadline the call waits for the bank", async () => {
    const order: string[] = [];
    const managed = await getManagedAccount(person.attended, account);
    const endless = readAccount(person.attended, managed, {
      service: "balances",
      deadlineMs: LONG_MS,
      send: (connector, profile, question) => connector.balances(profile, question),
    }).then((result) => {
      order.push(result.ok ? "the call without a deadline has its response" : result.reason);
    });
    await until(() => held.length === 1);
    await askPastDeadline();
    order.push("the other has given up");
    letGo();
    await endless;
    expect(order).toEqual(["the other has given up", "the call without a deadline has its response"]);
  });
});
