import { expect, it } from "vitest";
import { rightShop, runReceiverTestsOf } from "../../server/test/webhooks/receiver-test-shops";
import { shopsOfEachTest } from "../../server/test/webhooks/webhook-shops";
import { verifyWebhook } from "../src/index.js";

const shops = shopsOfEachTest();

it("a receiver that verifies with this package passes the receiver test", async () => {
  const shop = rightShop(({ headers, body }, secret) =>
    verifyWebhook({ payload: body, headers, secret }).then(
      () => true,
      () => false,
    ),
  );
  const { url } = await shops.receiver(shop.answer);
  shop.secret = await shops.endpoint({ name: "client", url });
  const [report] = await runReceiverTestsOf(shops.merchantId, ["client"]);
  // Without response times: the machine may be busy.
  const steps = report?.steps.filter(({ key }) => key !== "answer_times") ?? [];
  const count = (wanted: string) => steps.filter(({ verdict }) => verdict === wanted).length;
  expect([count("passed"), count("look"), steps.length]).toEqual([10, 2, 12]);
});
