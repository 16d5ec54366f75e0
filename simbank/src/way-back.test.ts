import { expect, it } from "vitest";
import { SIMULATION_KEY_HEADER, simulationKeys } from "../../server/lib/config/simulation-key";
import { newId } from "../../server/lib/ids";
import { fictitiousIban } from "../../server/lib/money/iban";
import { startSimbank } from "../../server/test/banks/simbank";

it("redirects customers only to this installation, because the simulated bank has no registered redirect URIs", async () => {
  const { baseUrl, close } = await startSimbank();
  const initiate = async (okUri: string) => {
    const creditorAccount = { iban: fictitiousIban("EUR", "shop") };
    const instructedAmount = { currency: "EUR", amount: "25.50" };
    const reply = await fetch(`${baseUrl}/simbank/millennium-bcp/xs2a/v1/payments/sepa-credit-transfers`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-request-id": newId(),
        "psu-ip-address": "203.0.113.7",
        [SIMULATION_KEY_HEADER]: simulationKeys(),
        "tpp-redirect-uri": okUri,
      },
      body: JSON.stringify({ creditorAccount, creditorName: "Olaria do Norte", instructedAmount }),
    });
    return [reply.status, (await reply.json()).tppMessages?.[0]?.code];
  };
  expect(await initiate(`${baseUrl}/return?state=a`)).toEqual([201, undefined]);
  expect(await initiate("https://elsewhere.example/return")).toEqual([400, "FORMAT_ERROR"]);
  expect(await initiate("javascript:alert(1)")).toEqual([400, "FORMAT_ERROR"]);
  expect(await initiate(`blob:${baseUrl}/return`)).toEqual([400, "FORMAT_ERROR"]);
  expect(await initiate(baseUrl.replace("//", "//user:password@"))).toEqual([400, "FORMAT_ERROR"]);
  await close();
});
