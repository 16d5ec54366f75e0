import { expect, it } from "vitest";
import { simulatedUkProfile } from "../connectors/simulated-profile";
import {
  accountBanksOfThisFile,
  answerConsent,
  comeBack,
  connectBank,
  everydayIban,
  newAccount,
  newPerson,
  startRenewalAt,
} from "../test/banks/account-access";
import { moveClock, query } from "../test/database";
import { completeRenewal } from "./complete-renewal";
import { startRenewal } from "./start-renewal";

const simbank = accountBanksOfThisFile();

it.each([
  ["a redirect", "bpi", "redirect"],
  ["the bank's app", "knab", "app"],
])("an account that is approved by %s has at most ten open renewals in half an hour", async (_how, bank, kind) => {
  const person = await newPerson();
  const account = await newAccount(person, bank);
  const asked = await Promise.allSettled(Array.from({ length: 12 }, () => startRenewal(person.attended, account)));
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  await expect(startRenewal(person.attended, account)).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
  await moveClock("31 minutes");
  await expect(startRenewal(person.attended, account)).resolves.toMatchObject({ kind });
});

it("a return at a bank whose token calls may take 30 s is left to its process for longer than those calls", async () => {
  const slow = { ...simulatedUkProfile({ slug: "monzo", schemes: ["FASTER_PAYMENTS"] }), tokenTimeoutMs: 30_000 };
  const connection = await connectBank({ ...slow, id: "monzo-accounts" });
  const person = await newPerson();
  const account = await newAccount(person, connection, { currency: "GBP", iban: everydayIban("monzo", "GBP") });
  const back = await comeBack(await answerConsent(await startRenewalAt(person, account), { answer: "approve" }));
  if (!back) throw new Error("The state is unknown.");
  let leftS = 0;
  const duringExchange = async () => {
    const sql = `SELECT extract(epoch FROM due_at - app_now())::float8 AS left FROM account_consents WHERE account_id = $1`;
    leftS = (await query<{ left: number }>(sql, [account.accountId])).rows[0]?.left ?? 0;
  };
  simbank.faults.push({ method: "POST", path: /\/token$/, kind: duringExchange });
  expect(await completeRenewal(person.attended, back)).toBe("granted");
  expect(leftS).toBeGreaterThan(90);
});
