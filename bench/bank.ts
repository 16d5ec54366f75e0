// The least of a bank that a payment can be started at (NextGenPSD2 1.3, redirect approach): every initiation is taken,
// nothing is stored, and asked again it has not been approved yet. So that the initiation call measures us and not a bank.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";

const PAYMENT_PATH = /^\/simbank\/[^/]+\/xs2a\/v1\/payments\/[^/]+/;

const server = createServer((request, response) => {
  const path = PAYMENT_PATH.exec(request.url ?? "")?.[0];
  // Whatever is sent is read to its end, so that the connection can be used again.
  request.resume().once("end", () => {
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
