import { expect, it } from "vitest";
import { newFakeBank } from "../../test/banks/fake-bank";
import { fetchStatusAt, kindOf, merchantCalls } from "../../test/banks/guarded-calls";
import { berlinGroup } from "../berlin-group/connector";
import type { BankConnector } from "../port";
import { guarded } from "./guard";

const broken: BankConnector = { ...berlinGroup, status: () => Promise.reject(new RangeError("Invalid time value")) };

it("a connector that throws has an unknown outcome, which says nothing about the bank", async () => {
  const bank = await newFakeBank();
  const kinds: string[] = [];
  for (let call = 0; call < 6; call += 1)
    kinds.push(kindOf(await fetchStatusAt(bank, guarded(broken, merchantCalls()))));
  expect(kinds).toEqual(Array(6).fill("unknown"));
});

it("control: it throws without the guard", async () => {
  const bank = await newFakeBank();
  await expect(fetchStatusAt(bank, broken)).rejects.toThrow("Invalid time value");
});
