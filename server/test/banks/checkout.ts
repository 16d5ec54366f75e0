import { beforeAll, beforeEach } from "vitest";
import { listBanks } from "../../banks/list-banks";
import { syncCatalogue } from "../../banks/sync-catalogue";
import { call } from "../client";
import { newTenant, type Tenant } from "../rows/fixtures";
import { simbankOfThisFile } from "./simbank";

const ORDER = { amount: 7450, currency: "EUR", order_id: "ORD-1", locale: "en-GB", test_transaction: true };

/**
 * What tests of the checkout's pages need: the simulated bank with its catalogue, and a new Portuguese merchant for each
 * test. Registers hooks: call it once, at the top of a file.
 */
export function checkoutOfThisFile() {
  const simbank = simbankOfThisFile();
  const token = () => ({ token: checkout.tenant.token });
  const checkout = {
    simbank,
    tenant: {} as Tenant,
    /** Of Millennium bcp. */
    bankId: "",
    at: (address: string, init?: RequestInit) => new Request(new URL(address, simbank.baseUrl), init),
    /** The token of a new payment. `more`: other parts of the body, or another order. */
    newRequest: async (more: object = {}) =>
      (await call("createPaymentRequest", { order: ORDER, ...more }, token())).data.payment_token,
    /** The token of a new link. */
    newLink: async (more: object = {}) =>
      (await call("createPaymentLink", { order: ORDER, ...more }, token())).data.payment_link_url.split("/").at(-1) ??
      "",
    /** The form that starts that payment at that bank. */
    form: (fields: Record<string, string> = {}, init: RequestInit = {}): RequestInit => ({
      ...init,
      method: "POST",
      body: new URLSearchParams({ action: "start", bank_id: checkout.bankId, seen_amount: "7450", ...fields }),
    }),
  };
  beforeAll(async () => {
    await syncCatalogue();
    const banks = await listBanks({}, { currency: "EUR" });
    checkout.bankId = banks.find(({ displayName }) => displayName === "Millennium bcp")?.id ?? "";
  });
  beforeEach(async () => {
    checkout.tenant = await newTenant({ country: "PT" });
  });
  return checkout;
}

export const locationOf = (response: Response) => response.headers.get("location") ?? "";
