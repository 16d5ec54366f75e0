import { expect, it } from "vitest";
import { accountBanksOfThisFile, newAccount, newPerson } from "../test/banks/account-access";
import { moveClock } from "../test/database";
import { startRenewal } from "./start-renewal";

accountBanksOfThisFile();

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
