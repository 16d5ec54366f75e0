import { expect, it } from "vitest";
import { addressParts } from "./address";

it("an address is split in two, so that its end stays visible when there is no room", () => {
  expect(addressParts("https://shop.example/in/orders/end")).toEqual({ head: "shop.example/in/or", tail: "ders/end" });
  expect(addressParts("http://shop.example/hook")).toEqual({ head: "http://shop.exam", tail: "ple/hook" });
  expect(addressParts("https://a.bc/")).toEqual({ head: "", tail: "a.bc/" });
});
