import { expect, it, vi } from "vitest";
import { syncCatalogue } from "../../banks/sync-catalogue";
import { byId } from "../../lib/endpoint";
import { paymentLinkEndpoints } from "../../payments/links/rest-endpoints";
import { hasOpenssl, newAuthority } from "../../test/banks/certificates";
import { liveConnection } from "../../test/banks/connections";
import { call } from "../../test/client";
import { moveClock } from "../../test/database";
import { ctx, newTenant } from "../../test/rows/fixtures";
import { payableCurrencies } from "../payable-currencies";
import { setConnectionEnabled } from "./enable-connection";
import { putConnection } from "./put-connection";

// Without the simulated banks, only the operator's own connections count.
vi.stubEnv("SIMBANK_ENABLED", "0");

it.skipIf(!hasOpenssl())(
  "the currencies of an environment are those of its connected banks, from the second a connection is enabled",
  async () => {
    await syncCatalogue();
    const { token } = await newTenant();
    const createLink = byId(paymentLinkEndpoints, "createPaymentLink");
    const create = (currency: string) => call(createLink, { order: { amount: 1, currency } }, { token });
    expect([await payableCurrencies("test"), await payableCurrencies("live")]).toEqual([[], []]);
    expect((await create("EUR")).error.metadata?.errors).toEqual([
      {
        field: "order.currency",
        message: "no bank is connected for test payments: ask the operator of this installation to connect one",
      },
    ]);
    const authority = newAuthority("Bank CA");
    const { banks, profile } = liveConnection(`${process.env["DATA_DIR"]}/keys`, authority.issue("PSP"));
    await putConnection(ctx, JSON.stringify({ banks, profile: { ...profile, environment: "test", id: "sandbox" } }));
    await setConnectionEnabled(ctx, { id: "sandbox", to: "enabled" });
    authority.close();
    await moveClock("1 second");
    expect([await payableCurrencies("test"), await payableCurrencies("live")]).toEqual([["EUR"], []]);
    expect((await create("EUR")).status).toBe(200);
    expect((await create("GBP")).error.metadata?.errors?.[0]?.message).toMatch(/; use EUR$/);
  },
);
