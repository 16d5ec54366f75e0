import { beforeEach, expect, it } from "vitest";
import type { Ctx } from "../../lib/context";
import { createMerchant } from "../../merchants/create-merchant";
import { moveClock, query } from "../../test/database";
import { subjectsTo, visit } from "../../test/person";
import { ctx as operator } from "../../test/rows/fixtures";
import { mailedCode, newUser } from "../../test/rows/users";
import { callerOfRole, PLATFORM } from "../rules";
import { withdrawInvitation } from "../team/change-invitation";
import { inviteMember } from "../team/invite-member";
import { createUser } from "../users/create-user";
import { switchUser } from "../users/switch-user";
import { takeRole } from "../users/take-role";
import { MAX_CODES_OF_UNKNOWN } from "./sign-in-rules";
import { startSignIn } from "./start-sign-in";
import { verifySignIn } from "./verify-sign-in";

// Anyone can request codes for any address. An invitation alone must not make an address one that we mail for good.

const CODE = "Your code for the Bankside Console";
let made = 0;
let mailbox: string;
let team: { merchantId: string };
let owner: Ctx;

beforeEach(async () => {
  made += 1;
  mailbox = `stranger${made}@elsewhere.example`;
  team = { merchantId: (await createMerchant(operator, { brandName: "Olaria do Norte" })).id };
  const { id } = await createUser(operator, {
    email: `ana${made}@olaria.example`,
    name: "Ana",
    role: "owner",
    ...team,
  });
  owner = { ...operator, caller: callerOfRole(id, { ...team, partnerId: null, role: "owner" }) };
});

const tagged = (tag: number) => mailbox.replace("@", `+${tag}@`);
const invite = (email: string) => inviteMember(owner, { team, email, name: "Rosa", role: "viewer" });
const ask = (email: string) => startSignIn(visit(), { email, purpose: "console" });
const codesTo = async (email: string) => (await subjectsTo(email)).filter((subject) => subject === CODE).length;

it("an invited address gets a code that signs in", async () => {
  await invite(mailbox);
  const { challengeId } = await ask(mailbox);
  const signedIn = await verifySignIn(visit(), { challengeId, code: await mailedCode(mailbox) });
  expect([signedIn.kind, await codesTo(mailbox)]).toEqual(["signed-in", 1]);
});

it.each<[string, (id: string) => Promise<unknown>]>([
  ["is withdrawn", (id) => withdrawInvitation(owner, { team, id })],
  ["has expired", () => moveClock("7 days 1 second")],
  ["is to a disabled user", () => switchUser(operator, { email: mailbox, to: "disabled" })],
])("an address whose invitation %s gets no code, with the same answer", async (_how, end) => {
  await end((await invite(mailbox)).id);
  await expect(ask(mailbox)).resolves.toEqual({ challengeId: expect.any(String), expiresAt: expect.any(Date) });
  expect(await codesTo(mailbox)).toBe(0);
});

it("a user who has lost every role gets no code", async () => {
  const email = await newUser();
  await takeRole(operator, { email, context: PLATFORM });
  await ask(email);
  expect(await codesTo(email)).toBe(0);
});

it("the invited addresses of one mailbox get as many codes together as one account; the answer stays the same", async () => {
  const count = MAX_CODES_OF_UNKNOWN / 4;
  for (let tag = 0; tag < 5; tag += 1) {
    await invite(tagged(tag));
    for (let asked = 0; asked < count; asked += 1) await ask(tagged(tag));
  }
  const { rows } = await query("SELECT 1 FROM mails WHERE recipient LIKE $1 AND subject = $2", [
    mailbox.replace("@", "+%@"),
    CODE,
  ]);
  expect(rows).toHaveLength(MAX_CODES_OF_UNKNOWN);
  await moveClock("1 hour");
  await ask(tagged(4));
  expect(await codesTo(tagged(4))).toBe(1);
});

it("control: a member gets codes, however many were requested for invited addresses of the same mailbox", async () => {
  await createUser(operator, { email: mailbox, name: "Rosa", role: "viewer", ...team });
  await invite(tagged(1));
  for (let asked = 0; asked < MAX_CODES_OF_UNKNOWN; asked += 1) await ask(tagged(1));
  await ask(mailbox);
  expect(await codesTo(mailbox)).toBe(1);
});
