import type pg from "pg";
import { countRows, type Subject } from "./measure";
import { type FullServer, LINK_BODY, type OidcServer, type Server } from "./servers";

const LISTED = 25;
const JSON_BODY = { "Content-Type": "application/json" };

/** The two calls that all three servers answer. */
export function commonSubjects(server: Subject["server"], each: Server): Subject[] {
  const { origin, pid, linkPath, statusPath, database } = each;
  const own = { server, pid, database };
  const authorization = { Authorization: `Bearer ${each.token}` };
  return [
    {
      ...{ ...own, call: "create link", url: origin + linkPath, method: "POST", body: LINK_BODY },
      headers: { ...authorization, ...JSON_BODY },
      isRight: (body) =>
        body.startsWith('{"success":true,"data":{"payment_link_url":"http') && body.includes('"status":"active"'),
      countRows: () => countRows(database, "payment_links"),
    },
    {
      ...{ ...own, call: "status", url: origin + statusPath, method: "GET", headers: authorization },
      isRight: (body) =>
        body.startsWith('{"success":true') && body.includes('"status":"pending"') && body.includes('"amount":"2550"'),
    },
  ];
}

/** The calls that the product and the floor answer. */
export function fullSubjects(server: Subject["server"], each: FullServer): Subject[] {
  const { origin, pid, linkPath, client, bankId, bankOrigin, database, newPaymentToken } = each;
  const own = { server, pid, database };
  const authorization = { Authorization: `Bearer ${each.token}` };
  return [
    {
      ...{ ...own, call: "token", url: `${origin}/api/v1/oauth2/token`, method: "POST", headers: JSON_BODY },
      body: JSON.stringify(client),
      isRight: (body) =>
        /^\{"success":true,"data":\{"access_token":"atok_[\w-]{43,}","refresh_token":"rtok_[\w-]{43,}",/.test(body),
      countRows: () => countRows(database, "access_tokens"),
    },
    {
      ...{ ...own, call: "list links", url: `${origin}${linkPath}?limit=${LISTED}`, method: "GET" },
      headers: authorization,
      isRight: (body) =>
        body.startsWith('{"success":true') &&
        body.split('"link_type":"single_use"').length === LISTED + 1 &&
        body.includes(`"pagination":{"total":`),
    },
    {
      ...{ ...own, call: "initiation", url: `${origin}/api/v1/embedded/payment-initiation`, method: "POST" },
      headers: JSON_BODY,
      nextBody: () => JSON.stringify({ payment_token: newPaymentToken(), bankId }),
      isRight: (body) =>
        body.startsWith(`{"success":true,"data":{"order_id":"ORD-1","redirect_url":"${bankOrigin}/approve/`),
      countRows: () => countRows(database, "payment_attempts"),
      afterwards: () => postponePolls(database),
    },
  ];
}

/** The token call at oidc-provider, with its standard response. */
export function oidcSubject({ origin, pid, clientSecret, database }: OidcServer): Subject {
  const client = { client_id: "bench", client_secret: clientSecret };
  return {
    ...{ server: "oidc-provider", pid, database, call: "token", url: `${origin}/token`, method: "POST" },
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ grant_type: "client_credentials", ...client }).toString(),
    isRight: (body) => /^\{"access_token":"[\w-]{43,}","expires_in":900,"token_type":"Bearer"/.test(body),
    countRows: () => countRows(database, "tokens"),
  };
}

/** Otherwise the worker would poll started payments while the next call is measured. */
async function postponePolls(database: pg.Client): Promise<void> {
  await database.query(
    "UPDATE payment_attempts SET due_at = app_now() + interval '1 day' WHERE due_at < app_now() + interval '1 hour'",
  );
}
