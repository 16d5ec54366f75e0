import { expect, it } from "vitest";
import { signature } from "./signature";

const SECRET = "whsec_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
const BODY = '{"id":"evt_9f8b2c14-3d6a-4e21-bb02-7c1d9a4e5f60","object":"event","type":"payment_request.succeeded"}';

it("signs the contract's test vector", () => {
  expect(signature(SECRET, 1716148300, BODY)).toBe(
    "t=1716148300,v1=ad8ac6a7be1096602a65c9613978a7f0e8c2b8d661567e0e71aa86cee2f7082d",
  );
});

it("differs for another time, secret or body", () => {
  const all = [
    signature(SECRET, 1, BODY),
    signature(SECRET, 2, BODY),
    signature("whsec_", 1, BODY),
    signature(SECRET, 1, `${BODY} `),
  ];
  expect(new Set(all.map((value) => value.split("v1=")[1])).size).toBe(4);
});
