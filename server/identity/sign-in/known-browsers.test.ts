import { describe, expect, it } from "vitest";
import { newSecret } from "../../lib/crypto";
import { newAuthenticator } from "../../test/authenticator";
import { moveClock, query } from "../../test/database";
import { byCode, newPerson, subjectsTo, withApp } from "../../test/person";
import { newTenant, ctx as operator, tokenFor } from "../../test/rows/fixtures";
import { deleteExpiredSignIns } from "../jobs";
import { authenticate } from "../tokens/authenticate";
import { formatDevice, formatIpAddress } from "../users/device-labels";
import { resetSignIn } from "../users/reset-sign-in";
import { switchUser } from "../users/switch-user";

const NEWS = "A sign-in from a new device";
const browser = () => ({ deviceToken: newSecret("bdev_") });

describe("a browser that signs in", () => {
  it("is notified to its user by mail if it is new, and not if it is the first or known", async () => {
    const [first, second] = [browser(), browser()];
    const { email } = await newPerson(first);
    await byCode(email, first);
    expect(await subjectsTo(email)).not.toContain(NEWS);
    await byCode(email, second);
    await byCode(email, second);
    expect((await subjectsTo(email)).filter((subject) => subject === NEWS)).toHaveLength(1);
  });

  it("is known for each user separately, and its token is stored hashed", async () => {
    const shared = browser();
    const [one, other] = [await newPerson(shared), await newPerson(browser())];
    await byCode(other.email, shared);
    expect(await subjectsTo(other.email)).toContain(NEWS);
    expect(await subjectsTo(one.email)).not.toContain(NEWS);
    const { rows } = await query<{ row: string }>("SELECT d::text AS row FROM known_devices d");
    expect(rows.some(({ row }) => row.includes(shared.deviceToken))).toBe(false);
  });

  it("is deleted when unused for longer than its cookie lives", async () => {
    await newPerson(browser());
    await moveClock("401 days");
    await deleteExpiredSignIns();
    const { rows } = await query("SELECT id FROM known_devices");
    expect(rows).toEqual([]);
  });
});

describe("a person who has lost their sign-in methods", () => {
  it("signs in by a mailed code after a reset, is signed out everywhere, and is notified", async () => {
    const person = await newPerson();
    const api = await person.api();
    const response = newAuthenticator(person.userId).make(await api.me.startPasskey());
    await api.me.addPasskey({ name: "Phone", response });
    await withApp(person);
    const reset = await resetSignIn(operator, { email: person.email });
    expect(reset).toEqual({ id: person.userId, passkeys: 1, twoFactor: true });
    expect(await person.session()).toBeNull();
    expect((await byCode(person.email)).kind).toBe("signed-in");
    expect(await subjectsTo(person.email)).toContain("Your sign-in was reset");
  });

  it("is notified of the first browser after a reset, also of a formerly known one", async () => {
    const own = browser();
    const { email } = await newPerson(own);
    await byCode(email, own);
    expect(await subjectsTo(email)).not.toContain(NEWS);
    await resetSignIn(operator, { email });
    await byCode(email, own);
    await byCode(email, own);
    expect((await subjectsTo(email)).filter((subject) => subject === NEWS)).toHaveLength(1);
  });

  it("can be reset while disabled, and stays disabled", async () => {
    const person = await newPerson();
    await withApp(person);
    await switchUser(operator, { email: person.email, to: "disabled" });
    const reset = await resetSignIn(operator, { email: person.email });
    expect(reset).toEqual({ id: person.userId, passkeys: 0, twoFactor: true });
    const { rows } = await query("SELECT disabled_at IS NOT NULL AS disabled FROM users WHERE id = $1", [
      person.userId,
    ]);
    expect(rows).toEqual([{ disabled: true }]);
    await switchUser(operator, { email: person.email, to: "enabled" });
    expect((await byCode(person.email)).kind).toBe("signed-in");
  });

  it("can be reset by the operator only", async () => {
    const { merchantId } = await newTenant();
    const { caller } = await authenticate(`Bearer ${await tokenFor({ merchantId })}`);
    const { email } = await newPerson();
    await expect(resetSignIn({ ...operator, caller }, { email })).rejects.toMatchObject({ code: "FORBIDDEN" });
    const nobody = resetSignIn(operator, { email: "nobody@x.example" });
    await expect(nobody).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

it.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox on Windows"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Safari on iOS",
  ],
  ["<script>alert(1)</script>", "an unknown browser"],
  ["", "an unknown browser"],
  [null, "an unknown browser"],
])("the user agent %s is shown as %s", (userAgent, words) => {
  expect(formatDevice(userAgent)).toBe(words);
});

it.each([
  ["127.0.0.1", "127.0.0.1, this server"],
  ["::1", "::1, this server"],
  ["192.168.1.7", "192.168.1.7, a private network"],
  ["fd00::7", "fd00::7, a private network"],
  ["203.0.113.7", "203.0.113.7"],
  [null, "an unknown address"],
])("the address %s is shown as %s", (ip, words) => {
  expect(formatIpAddress(ip)).toBe(words);
});
