import { describe, expect, it } from "vitest";
import { query } from "../../test/database";
import { newPerson, visit } from "../../test/person";
import { ctx as operator } from "../../test/rows/fixtures";
import { challengeOf, mailedCode, newUser, newVisitor, postTokenRequest } from "../../test/rows/users";
import { MAX_CODES_OF_UNKNOWN } from "../sign-in/sign-in-rules";
import { startSignIn } from "../sign-in/start-sign-in";
import { verifySignIn } from "../sign-in/verify-sign-in";
import { createUser } from "./create-user";
import { resetSignIn } from "./reset-sign-in";
import { switchUser } from "./switch-user";
import { takeRole } from "./take-role";

const PLATFORM = { merchantId: null, partnerId: null };
const ask = (email: string) => startSignIn(visit(), { email, purpose: "console" });
const mailsTo = async (email: string) =>
  (await query("SELECT id FROM mails WHERE recipient = $1", [email])).rows.length;

/** A user whose address was stored before normalisation. */
async function storedAs(address: string): Promise<void> {
  const email = await newUser();
  await query("UPDATE users SET email = $2 WHERE email = $1", [email, address]);
}

const FORMER = [
  ["with a host without a dot", "boss@olaria"],
  ["with its host in ASCII", "boss@xn--exmple-cua.de"],
  ["with a letter in two characters", "jose\u0301@olaria.example"],
  ["with a dot at the end of its local part", "boss.@olaria.example"],
] as const;

describe.each(FORMER)("a user whose stored address is not normalised, %s,", (_, address) => {
  it("signs in by a mailed code, gets a token, can be disabled and reset, and can lose the role", async () => {
    await storedAs(address);
    const typed = ` ${address.toUpperCase()}`;
    const { challengeId } = await ask(typed);
    const signedIn = await verifySignIn(visit(), { challengeId, code: await mailedCode(address) });
    expect(signedIn.kind).toBe("signed-in");
    const grant = { grant_type: "magic_code", email: typed };
    const id = challengeOf(await postTokenRequest(grant, newVisitor()));
    const answer = { ...grant, challenge_id: id, code: await mailedCode(address) };
    expect((await postTokenRequest(answer, newVisitor())).status).toBe(200);
    const found = await resetSignIn(operator, { email: typed });
    expect(await switchUser(operator, { email: typed, to: "disabled" })).toEqual({ id: found.id });
    const before = await mailsTo(address);
    await ask(address);
    expect(await mailsTo(address)).toBe(before);
    await switchUser(operator, { email: typed, to: "enabled" });
    expect(await takeRole(operator, { email: typed, context: PLATFORM })).toEqual({ id: found.id, role: "owner" });
  });

  it("gets the response and the limits of an unknown account", async () => {
    const unknown = address.replace("@", "-nobody@");
    await storedAs(`x-${address}`);
    for (const email of [`x-${address}`, unknown]) {
      for (let asked = 0; asked < MAX_CODES_OF_UNKNOWN; asked++) await ask(email);
      await expect(ask(email.toUpperCase())).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    }
    expect([await mailsTo(`x-${address}`), await mailsTo(unknown)]).toEqual([MAX_CODES_OF_UNKNOWN, 0]);
  });
});

describe("an address in another form than the stored one", () => {
  it("finds the user of the normalised form, with one limit of codes", async () => {
    const { email } = await newPerson();
    const forms = [email, email.toUpperCase(), email.replace("olaria.example", "olaria。example")];
    for (let asked = 0; asked < MAX_CODES_OF_UNKNOWN; asked++) await ask(forms[asked % 3] ?? "");
    for (const form of forms) await expect(ask(form)).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    expect(await mailsTo(email)).toBe(MAX_CODES_OF_UNKNOWN);
  });

  it("that matches two users finds the one with exactly that text, so both can be disabled", async () => {
    const [ascii, unicode] = ["two@xn--exmple-cua.de", "two@exämple.de"];
    const { id: second } = await createUser(operator, { email: unicode, name: "Boss", role: "owner" });
    await storedAs(ascii);
    const first = await switchUser(operator, { email: ascii, to: "disabled" });
    expect(first.id).not.toBe(second);
    expect(await switchUser(operator, { email: unicode, to: "disabled" })).toEqual({ id: second });
  });
});
