import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { requestWithSlot } from "../../test/request-slots";
import { until } from "../../test/until";
import { visit } from "./scripted-customer";

const held: ServerResponse[] = [];
const bank = createServer((_, response) => held.push(response));
let page: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => bank.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(bank.address() as AddressInfo).port}`;
  vi.stubEnv("BASE_URL", origin);
  page = `${origin}/simbank/authorise`;
});
afterAll(() => {
  bank.closeAllConnections();
  bank.close();
});

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
