// Makes calls through the guard in a separate process, with the trusted certificates of its environment.

import { parseWebhookNetwork } from "../../server/lib/config/env-parsers";
import { type SafeAnswer, safeFetch } from "../../server/lib/net/safe-fetch";
import { answerOrders } from "./child";

export type CallOrder = { url: string; addresses: string[]; allow: string[]; wantCertificate: boolean };

answerOrders(async ({ url, addresses, allow, wantCertificate }: CallOrder): Promise<SafeAnswer> => {
  const networks = allow
    .map(parseWebhookNetwork)
    .flatMap((network) => (network ? [{ ...network, showsAnswers: true }] : []));
  const guard = { allow: networks, resolve: async () => addresses };
  return safeFetch(url, { method: "POST", headers: {}, body: "{}", wantCertificate }, guard);
});
