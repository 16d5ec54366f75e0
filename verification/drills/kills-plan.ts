import { query } from "../../server/test/database";
import type { Receivers } from "./processes/receiver";
import { type Endpoint, giveUrl, newEndpoint, newMerchant, renewSecret } from "./shops";

/** Payments of one kind: their merchant, endpoints, outcome, and the receivers of their events. */
export type Group = {
  merchantId: string;
  /** The endpoint names in the payment. */
  names: string[];
  test: boolean;
  end: "expired" | "cancelled" | "settled";
  /** The endpoints that receive each event. */
  told: Endpoint[];
  /** Named endpoints that cannot receive: their deliveries fail, and nothing is sent. */
  refused: Endpoint[];
  count: number;
};

/** The whole plan of a run of the kill drill. `rotated`: endpoints whose secrets are renewed during the run. */
export type KillsPlan = { groups: Group[]; endpoints: Endpoint[]; rotated: Endpoint[] };

const HUNDREDTHS = 100;
/** Each of these is paid at a simulated bank, in this process. */
const SETTLED = { share: 1, atLeast: 4 };
const FAN_OUT = 10;

/** Merchants with every kind of endpoint, and `payments` payments among them. */
export async function planKills(receivers: Receivers, payments: number): Promise<KillsPlan> {
  const share = (hundredths: number) => Math.max(1, Math.floor((payments * hundredths) / HUNDREDTHS));
  const groups: Group[] = [];
  const add = (group: Partial<Group> & Pick<Group, "merchantId" | "told" | "count">) =>
    groups.push({ names: [], test: true, end: "expired", refused: [], ...group });

  const signed = await giveUrl(receivers, await newMerchant(), "url-signed");
  const settled = await giveUrl(receivers, await newMerchant(), "url-settled");
  for (const one of [signed, settled]) await renewSecret(one);
  const unsigned = await giveUrl(receivers, await newMerchant(), "url-unsigned");
  add({ merchantId: signed.merchantId, told: [signed], count: share(30) });
  add({ merchantId: signed.merchantId, told: [signed], end: "cancelled", count: share(5) });
  const count = Math.max(SETTLED.atLeast, share(SETTLED.share));
  add({ merchantId: settled.merchantId, told: [settled], end: "settled", count });
  add({ merchantId: unsigned.merchantId, told: [unsigned], count: share(10) });

  const named = await newMerchant();
  const endpoint = (name: string, more: object = {}) => newEndpoint(receivers, named, { name, ...more });
  const [both, plain] = [await endpoint("both"), await endpoint("plain", { signed: false })];
  const [tests, lives] = [
    await endpoint("tests", { environment: "Test" }),
    await endpoint("lives", { environment: "Live" }),
  ];
  const choosy = await endpoint("choosy", { eventTypes: ["payment_request.cancelled"] });
  const names = (...of: Endpoint[]) => of.map(({ key }) => key);
  add({ merchantId: named, names: names(both, plain), told: [both, plain], count: share(19) });
  add({ merchantId: named, names: names(both, choosy), told: [both], count: share(5) });
  const environments = { merchantId: named, names: names(tests, lives, both), count: share(5) };
  add({ ...environments, told: [tests, both], refused: [lives] });
  add({ ...environments, told: [lives, both], refused: [tests], test: false });

  const many = await newMerchant();
  const ten: Endpoint[] = [];
  for (let index = 0; index < FAN_OUT; index += 1)
    ten.push(await newEndpoint(receivers, many, { name: `ten-${index}` }));
  add({ merchantId: many, names: names(...ten), told: ten, count: share(5) });

  const alone = await newMerchant();
  const marked = await newEndpoint(receivers, alone, { name: "marked", isDefault: true });
  await newEndpoint(receivers, alone, { name: "beside" });
  const sum = groups.reduce((all, group) => all + group.count, 0);
  add({ merchantId: alone, told: [marked], count: Math.max(1, payments - sum) });

  const endpoints = [signed, settled, unsigned, both, plain, tests, lives, choosy, ...ten, marked];
  return { groups, endpoints, rotated: endpoints.filter(({ secrets }) => secrets !== null) };
}

const INSERT = `
  INSERT INTO payment_requests (id, merchant_id, flow, token_hash, token_sealed, amount, currency, payment_reference,
    order_id, locale, test, webhook_endpoints, expires_at)
  SELECT uuidv7(), $1, 'embedded', sha256(convert_to($2 || n, 'UTF8')), '', 2550, 'EUR', 'Order ' || n, $2 || n, 'en-GB', $3,
    $4, app_now() + $5::interval
  FROM generate_series(1, $6::int) AS n RETURNING id`;

/** The order number begins with the payment's group. */
export const orderOf = (group: number) => `${group}-`;

/**
 * Creates, concurrently, the payments that never reach a bank. Those to be cancelled stay open for a day, all others
 * for an hour. Returns the ids of the former.
 */
export async function createPayments({ groups }: KillsPlan): Promise<string[]> {
  const toCancel: string[] = [];
  for (const [index, { merchantId, names, test, end, count }] of groups.entries()) {
    if (end === "settled") continue;
    const life = end === "cancelled" ? "1 day" : "1 hour";
    const values = [merchantId, orderOf(index), test, names, life, count];
    const { rows } = await query<{ id: string }>(INSERT, values);
    if (end === "cancelled") toCancel.push(...rows.map(({ id }) => id));
  }
  return toCancel;
}
