import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addAccount } from "../../server/accounts/add-account";
import { listBanks } from "../../server/banks/list-banks";
import { setConnectionEnabled } from "../../server/connectors/connections/enable-connection";
import { putConnection } from "../../server/connectors/connections/put-connection";
import { type Authority, hasOpenssl, newAuthority } from "../../server/test/banks/certificates";
import { liveConnection, setDemo } from "../../server/test/banks/connections";
import { storyOfThisFile } from "../../server/test/banks/payment-stories";
import { moveClock, query } from "../../server/test/database";
import { ctx } from "../../server/test/rows/fixtures";
import { temporaryFolder } from "../../server/test/temporary-folder";
import { GET as showCheckout } from "./route";

const present = hasOpenssl();
if (!present) console.warn("Left out: the banks of a live payment, because the openssl command is not there.");

const CONNECTED = "millennium-bcp";
/** A look-up is cached for half a second. */
const BELIEVED = "1 second";
const WORDS = "not responding right now";

const folder = temporaryFolder("reach");
const story = storyOfThisFile();
const { bank } = story;
let authority: Authority | undefined;
let portuguese: { id: string; slug: string; displayName: string }[];

beforeAll(async () => {
  portuguese = (await listBanks({}, { currency: "EUR" })).filter(({ market }) => market === "PT");
});
afterAll(async () => {
  authority?.close();
});
let begun = 0;
beforeEach(async () => {
  // Later than any test before, so that their cached look-ups have expired.
  begun += 1;
  await moveClock(`${begun * 2} minutes`);
});

async function page(token: string, more = ""): Promise<string> {
  return (await showCheckout(new Request(`${bank.baseUrl}/checkout?payment_token=${token}&country=PT${more}`))).text();
}
/** The rendered rows of the list: the name with its note, the id, and whether it can be chosen. */
function rowsOf(html: string) {
  return [...html.matchAll(/<label class="bank".*?<\/label>/g)].map(([row]) => ({
    said: row
      .replace(/<span class="mono.*?<\/span>/, "")
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
    id: /value="([^"]+)"/.exec(row)?.[1],
    choosable: !row.includes("disabled"),
  }));
}
const leftAlone = (environment: string, profileId: string) =>
  query(
    `INSERT INTO bank_health (environment, profile_id, is_open, failures, openings, since, question_from, open_until, last_kind)
       VALUES ($1, $2, TRUE, 5, 1, app_now(), app_now() + '1 min', app_now() + '1 min', 'unavailable')`,
    [environment, profileId],
  );

describe("a test payment", () => {
  test("lists every bank of the market, and each can be chosen", async () => {
    const { token } = await story.newPayment({});
    const rows = rowsOf(await page(token));
    expect(rows.map(({ id }) => id)).toEqual(portuguese.map(({ id }) => id));
    expect(rows.every(({ choosable }) => choosable)).toBe(true);
  });

  test("shows a suspended bank last, with the reason, and does not select it", async () => {
    const [first] = portuguese;
    if (!first) throw new Error("There is no bank.");
    // Before the creation, which looks the banks up too.
    await leftAlone("test", first.slug);
    const { token } = await story.newPayment({});
    const html = await page(token, `&bank=${first.id}`);
    const rows = rowsOf(html);
    expect(rows.at(-1)).toEqual({ said: `${first.displayName} ${WORDS}`, id: first.id, choosable: false });
    expect(rows.filter(({ choosable }) => !choosable)).toHaveLength(1);
    expect(rows).toHaveLength(portuguese.length);
    expect(html).not.toContain(`Continue to ${first.displayName}`);
    // Its minute is over: the next customer may try it.
    await moveClock(`${begun * 2 + 1} minutes 1 second`);
    expect(await page(token, `&bank=${first.id}`)).toContain(`Continue to ${first.displayName}`);
  });
});

describe.runIf(present)("a live payment", () => {
  const live = () => story.newPayment({ test_transaction: undefined });

  beforeAll(async () => {
    if (!present) return;
    authority = newAuthority("Bank CA");
    setDemo(false);
    await putConnection(ctx, JSON.stringify(liveConnection(path.join(folder, "live"), authority.issue("PSP"))));
    await setConnectionEnabled(ctx, { id: CONNECTED, to: "enabled" });
    const account = { iban: "PT50000201231234567890154", currency: "EUR", roles: ["receiving" as const] };
    const { merchantId } = story.tenant;
    await addAccount(ctx, { merchantId, connectionId: CONNECTED, simulated: false, ...account });
  });

  test("lists banks with a live connection, and no other", async () => {
    const { token } = await live();
    expect(rowsOf(await page(token))).toEqual([{ said: "Millennium bcp", id: expect.any(String), choosable: true }]);
    expect(rowsOf(await page((await story.newPayment({ test_transaction: true })).token))).toHaveLength(
      portuguese.length,
    );
  });

  test("shows its only bank as unavailable, and no bank once the connection is disabled", async () => {
    const { token } = await live();
    await leftAlone("live", CONNECTED);
    expect(rowsOf(await page(token))).toMatchObject([{ said: `Millennium bcp ${WORDS}`, choosable: false }]);
    await setConnectionEnabled(ctx, { id: CONNECTED, to: "disabled" });
    await moveClock(`${begun * 2} minutes ${BELIEVED}`);
    const html = await page(token);
    expect(rowsOf(html)).toEqual([]);
    expect(html).toContain("No banks are available for this currency.");
  });
});
