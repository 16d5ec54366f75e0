import { describe, expect, it } from "vitest";
import { newSecret } from "../../lib/crypto";
import { newAuthenticator } from "../../test/authenticator";
import { moveClock, query, stopClock } from "../../test/database";
import { newPerson, type Person, visit } from "../../test/person";
import { mailedCode } from "../../test/rows/users";
import { passkeySignInOptions } from "../mfa/use-passkey";
import {
  type Browser,
  CODES_WINDOW_S,
  MAX_CODES_OF_UNKNOWN,
  MAX_CODES_PER_REQUESTER,
  MAX_CODES_PER_SITE,
} from "./sign-in-rules";
import { isNetworkLimit, startSignIn } from "./start-sign-in";
import { signInByPasskey, verifySignIn } from "./verify-sign-in";

const tooMany = expect.objectContaining({ code: "TOO_MANY_REQUESTS" });
const newBrowser = (): Browser => ({ deviceToken: newSecret("bdev_") });

/** The pass in the newest mail to the address; "none": there is none. */
async function mailedPass(email: string): Promise<string> {
  const { rows } = await query<{ text: string }>(
    "SELECT text FROM mails WHERE recipient = $1 ORDER BY id DESC LIMIT 1",
    [email],
  );
  return /sign-in\?pass=(\S+)/.exec(rows[0]?.text ?? "")?.[1] ?? "none";
}

const askWithPass = (email: string, pass: string) => startSignIn(visit(), { email, purpose: "console", pass });

const ask = (email: string, from = visit(), browser?: Browser) =>
  startSignIn(from, { email, purpose: "console", ...(browser && { browser }) });

/** One code for the account from each of so many addresses; returns how many were mailed. */
async function askAsStrangers(email: string, count: number): Promise<number> {
  const outcomes = await Promise.allSettled(Array.from({ length: count }, () => ask(email)));
  return outcomes.filter(({ status }) => status === "fulfilled").length;
}

async function exhausted(browser?: Browser): Promise<Person> {
  const person = await newPerson(browser);
  expect(await askAsStrangers(person.email, MAX_CODES_OF_UNKNOWN)).toBe(MAX_CODES_OF_UNKNOWN);
  await expect(ask(person.email)).rejects.toEqual(tooMany);
  return person;
}

describe("codes for one account", () => {
  it("are twenty an hour for all strangers together, also concurrently, without effect on other accounts", async () => {
    const { email } = await newPerson();
    expect(await askAsStrangers(email, MAX_CODES_OF_UNKNOWN + 5)).toBe(MAX_CODES_OF_UNKNOWN);
    const mails = (await query("SELECT id FROM mails WHERE recipient = $1", [email])).rows;
    expect(mails).toHaveLength(MAX_CODES_OF_UNKNOWN);
    await expect(ask((await newPerson()).email)).resolves.toBeDefined();
    await moveClock(`${CODES_WINDOW_S} seconds`);
    await expect(ask(email)).resolves.toBeDefined();
  });

  it("are ten an hour for one address, without effect on other accounts from there", async () => {
    const office = visit();
    const [guest, colleague] = [await newPerson(), await newPerson()];
    for (let asked = 0; asked < MAX_CODES_PER_REQUESTER; asked++) await ask(guest.email, office);
    const refusal = await ask(guest.email, office).catch((error: unknown) => error);
    expect([refusal, isNetworkLimit(refusal)]).toEqual([tooMany, false]);
    await expect(ask(colleague.email, office)).resolves.toBeDefined();
    await expect(ask(guest.email)).resolves.toBeDefined();
  });

  it("count only while unused: repeated sign-ins by code are not limited", async () => {
    const [{ email }, here] = [await newPerson(), visit()];
    for (let times = 0; times <= MAX_CODES_PER_REQUESTER; times++) {
      const { challengeId } = await ask(email, here);
      await verifySignIn(here, { challengeId, code: await mailedCode(email) });
    }
  });
});

/** So many unused codes, each of another account, requested from that address by a stranger. */
async function codesFrom(site: string, count: number): Promise<void> {
  const insert = `INSERT INTO sign_in_challenges (id, email, code_hash, requester, requester_site, expires_at)
    SELECT gen_random_uuid(), 'somebody' || i || '@x.example', '', 'stranger ' || $1, $1, app_now()
    FROM generate_series(1, $2::int) i`;
  await query(insert, [site, count]);
}

const from = (ip: string) => ({ ...visit(), ip });

describe("codes for all accounts requested from one address", () => {
  it("are three hundred an hour, also for unknown accounts, without effect on other addresses", async () => {
    // Refusals contain the seconds until the next code.
    await stopClock();
    const here = visit();
    await codesFrom(here.ip ?? "", MAX_CODES_PER_SITE - 5);
    const [known, unknown] = [await newPerson(), "nobody@x.example"];
    const asked = Array.from({ length: 8 }, (_, index) => ask(`crowd${index}@x.example`, here));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    const refusals = await Promise.all(
      [known.email, unknown].map((email) => ask(email, here).catch((e: unknown) => e)),
    );
    expect(refusals).toEqual([tooMany, tooMany]);
    expect(refusals[0]).toEqual(refusals[1]);
    expect(refusals.map(isNetworkLimit)).toEqual([true, true]);
    for (const email of [known.email, unknown]) await expect(ask(email)).resolves.toBeDefined();
    await moveClock(`${CODES_WINDOW_S} seconds`);
    await expect(ask(known.email, here)).resolves.toBeDefined();
  });

  it("are counted for the /48 of IPv6", async () => {
    await codesFrom("2001:db8:7::/48", MAX_CODES_PER_SITE);
    const { email } = await newPerson();
    await expect(ask(email, from("2001:db8:7:ffff::1"))).rejects.toEqual(tooMany);
    await expect(ask(email, from("2001:db8:8::1"))).resolves.toBeDefined();
  });

  it("neither limit nor count known browsers and sessions", async () => {
    const [here, own] = [visit(), newBrowser()];
    const person = await newPerson(own);
    await codesFrom(here.ip ?? "", MAX_CODES_PER_SITE - 1);
    await ask(person.email, here, own);
    await startSignIn(here, { email: person.email, purpose: "verify", sessionId: (await person.session())?.id ?? "" });
    await expect(ask(person.email, here)).resolves.toBeDefined();
    await expect(ask(person.email, here)).rejects.toEqual(tooMany);
    await expect(ask(person.email, here, own)).resolves.toBeDefined();
  });
});

describe("once strangers have used up an account's codes", () => {
  it("a browser that the user has signed in with gets a working code, from any address", async () => {
    const own = newBrowser();
    const { email } = await exhausted(own);
    const { challengeId } = await ask(email, visit(), own);
    const signedIn = await verifySignIn(visit(), { challengeId, code: await mailedCode(email) }, own);
    expect(signedIn.kind).toBe("signed-in");
  });

  it("control: a browser that only another user has signed in with is a stranger", async () => {
    const others = newBrowser();
    await newPerson(others);
    const { email } = await exhausted(newBrowser());
    await expect(ask(email, visit(), others)).rejects.toEqual(tooMany);
    await expect(ask(email, visit(), newBrowser())).rejects.toEqual(tooMany);
  });

  it("a known browser has ten codes of its own, which do not count for strangers", async () => {
    const own = newBrowser();
    const { email } = await newPerson(own);
    for (let asked = 0; asked < MAX_CODES_PER_REQUESTER; asked++) await ask(email, visit(), own);
    await expect(ask(email, visit(), own)).rejects.toEqual(tooMany);
    await expect(ask(email)).resolves.toBeDefined();
  });

  it("the link of the last mail sends working codes to a new browser, ten an hour, from any address", async () => {
    const { email } = await exhausted();
    const pass = await mailedPass(email);
    const { challengeId } = await askWithPass(email, pass);
    const signedIn = await verifySignIn(visit(), { challengeId, code: await mailedCode(email) }, newBrowser());
    expect(signedIn.kind).toBe("signed-in");
    for (let asked = 0; asked < MAX_CODES_PER_REQUESTER; asked++) await askWithPass(email, pass);
    await expect(askWithPass(email, pass)).rejects.toEqual(tooMany);
  });

  it("control: no earlier mail has a link, and a link of another address, a forged and an old one change nothing", async () => {
    const other = await exhausted();
    const { email } = await newPerson();
    await askAsStrangers(email, MAX_CODES_OF_UNKNOWN - 1);
    expect(await mailedPass(email)).toBe("none");
    await ask(email);
    const pass = await mailedPass(email);
    const [ends = ""] = pass.split(".");
    const later = `${Number(ends) + 1}${pass.slice(ends.length)}`;
    for (const wrong of [await mailedPass(other.email), later, `${pass}0`, "", "none"])
      await expect(askWithPass(email, wrong), wrong).rejects.toEqual(tooMany);
    await expect(askWithPass(email, pass)).resolves.toBeDefined();
    await moveClock(`${CODES_WINDOW_S} seconds`);
    await askAsStrangers(email, MAX_CODES_OF_UNKNOWN);
    await expect(askWithPass(email, pass)).rejects.toEqual(tooMany);
  });

  it("an office whose address has used up its own ten gets the link too", async () => {
    const [{ email }, office] = [await newPerson(), visit()];
    for (let asked = 0; asked < MAX_CODES_PER_REQUESTER; asked++) await ask(email, office);
    await expect(ask(email, office)).rejects.toEqual(tooMany);
    const pass = await mailedPass(email);
    await expect(startSignIn(office, { email, purpose: "console", pass })).resolves.toBeDefined();
  });

  it("a session's step-up by mail has ten codes of its own", async () => {
    const person = await exhausted();
    for (let asked = 0; asked < MAX_CODES_PER_REQUESTER; asked++) await (await person.api()).me.startVerifyMail();
    await expect((await person.api()).me.startVerifyMail()).rejects.toMatchObject({ cause: tooMany });
    const other = await newPerson();
    const { challengeId } = await (await other.api()).me.startVerifyMail();
    await (await other.api()).me.verifyMail({ challengeId, code: await mailedCode(other.email) });
  });

  it("a passkey signs in", async () => {
    const person = await newPerson();
    const api = await person.api();
    const authenticator = newAuthenticator(person.userId);
    await api.me.addPasskey({ name: "Phone", response: authenticator.make(await api.me.startPasskey()) });
    await askAsStrangers(person.email, MAX_CODES_OF_UNKNOWN);
    const response = authenticator.answer(await passkeySignInOptions());
    expect((await signInByPasskey(visit(), response, newBrowser())).user.id).toBe(person.userId);
  });
});
