// A minimal bank for starting payments (NextGenPSD2 1.3, redirect approach): it accepts every initiation, stores
// nothing, and reports every payment as not approved yet. So the initiation call measures the product and not a bank.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";

const PAYMENT_PATH = /^\/simbank\/[^/]+\/xs2a\/v1\/payments\/[^/]+/;

const ISSUER_PATH = /^(\/simbank\/[^/]+)\/\.well-known\/openid-configuration$/;

const server = createServer((request, response) => {
  const path = PAYMENT_PATH.exec(request.url ?? "")?.[0];
  // The request body is read to its end, so that the connection can be reused.
  request.resume().once("end", () => {
    // The product checks at its start that the bank at SIMBANK_URL is its own.
    const issuer = ISSUER_PATH.exec(request.url ?? "")?.[1];
    if (issuer) {
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ issuer: `http://${request.headers.host}${issuer}` }));
      return;
    }
    if (request.method !== "POST" || !path) {
      response.writeHead(200, { "Content-Type": "application/json" }).end('{"transactionStatus":"RCVD"}');
      return;
    }
    const paymentId = randomUUID();
    const scaRedirect = `http://${request.headers.host}/approve/${paymentId}`;
    const links = { scaRedirect: { href: scaRedirect }, status: { href: `${path}/${paymentId}/status` } };
    response.writeHead(201, { "Content-Type": "application/json", "ASPSP-SCA-Approach": "REDIRECT" });
    response.end(JSON.stringify({ transactionStatus: "RCVD", paymentId, _links: links }));
  });
});
server.listen(Number(process.env["PORT"]), "127.0.0.1");
process.once("SIGTERM", () => process.exit(0));
