import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Loopback, onLoopback } from "../../test/processes/on-loopback";
import { requestWithSlot } from "../../test/request-slots";
import { until } from "../../test/until";
import { visit } from "./scripted-customer";

const held: ServerResponse[] = [];
let bank: Loopback;
let page: string;

beforeAll(async () => {
  bank = await onLoopback(createServer((_, response) => held.push(response)));
  vi.stubEnv("BASE_URL", bank.origin);
  page = `${bank.origin}/simbank/authorise`;
});
afterAll(() => bank.close());

it("the scripted customer holds no request slot while a page of the bank loads, and has it again afterwards", async () => {
  const request = await requestWithSlot();
  expect(request.held()).toBe(1);
  const visited = request.run(() => visit(page));
  await until(() => held.length === 1);
  expect(request.held()).toBe(0);
  held[0]?.end("<p>Approve</p>");
  expect(await visited).toEqual({ kind: "page", html: "<p>Approve</p>" });
  expect(request.held()).toBe(1);
});

it("control: an address that is not simulated is not visited", async () => {
  const request = await requestWithSlot();
  await expect(request.run(() => visit("http://127.0.0.1:9/simbank/"))).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect([request.held(), held.length]).toEqual([1, 1]);
});
