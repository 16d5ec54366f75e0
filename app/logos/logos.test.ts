import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { logoPaths } from "@/server/banks/logo-files";
import { bankEndpoints } from "@/server/banks/rest-endpoints";
import { syncCatalogue } from "@/server/banks/sync-catalogue";
import { env } from "@/server/lib/config/env";
import { byId } from "@/server/lib/endpoint";
import { call } from "@/server/test/client";
import { moveClock } from "@/server/test/database";
import { GET } from "./[file]/route";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>fetch("https://thief.example")</script></svg>';
const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const WEBP = Buffer.from("RIFF\0\0\0\0WEBPVP8 ");
const MAX_BYTES = 64 * 1024;

let directory: string;
let folder: string;

beforeAll(syncCatalogue);
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "bankside-logos-"));
  folder = path.join(directory, "logos");
  mkdirSync(folder);
  Object.assign(env(), { bankLogosDir: folder });
});
afterEach(() => {
  Object.assign(env(), { bankLogosDir: null });
  rmSync(directory, { recursive: true });
});

const put = (name: string, content: string | Buffer) => writeFileSync(path.join(folder, name), content);
function get(file: string, { query = "", headers = {} }: { query?: string; headers?: Record<string, string> } = {}) {
  const request = new Request(`http://localhost:3000/logos/${encodeURIComponent(file)}${query}`, { headers });
  return GET(request, { params: Promise.resolve({ file }) });
}
const statusOf = async (file: string) => (await get(file)).status;
const pathOf = async (bank: { id: string; slug: string }) => (await logoPaths())(bank);
const SANTANDER = { id: "0190aaaa-0000-7000-8000-000000000001", slug: "santander" };

describe("the operator's logos", () => {
  test.each([
    ["santander.svg", SVG, "image/svg+xml"],
    ["santander.png", PNG, "image/png"],
    ["santander.webp", WEBP, "image/webp"],
  ])("%s is served from our own origin", async (name, content, type) => {
    put(name, content);
    const address = await pathOf(SANTANDER);
    expect(address).toMatch(new RegExp(`^/logos/${name.replace(".", "\\.")}\\?v=[0-9a-f]{12}$`));
    const answer = await get(name);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(content));
  });

  test("a file with the bank's id takes precedence over one with its slug, which is for the slug in every market", async () => {
    put("santander.png", PNG);
    put(`${SANTANDER.id}.svg`, SVG);
    expect(await pathOf(SANTANDER)).toMatch(new RegExp(`^/logos/${SANTANDER.id}\\.svg`));
    expect(await pathOf({ ...SANTANDER, id: "0190aaaa-0000-7000-8000-000000000002" })).toMatch(
      /^\/logos\/santander\.png/,
    );
    expect(await pathOf({ ...SANTANDER, slug: "bpi", id: "x" })).toBeNull();
  });

  test("a logo opened as a page runs nothing: no script, no origin, no other type", async () => {
    put("santander.svg", SVG);
    const { headers } = await get("santander.svg");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  });

  test("with its version a logo is immutable, without one it is revalidated", async () => {
    put("santander.png", PNG);
    const query = `?${(await pathOf(SANTANDER))?.split("?")[1]}`;
    const first = await get("santander.png", { query });
    expect(first.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    for (const other of ["", "?v=0123456789ab"]) {
      expect((await get("santander.png", { query: other })).headers.get("cache-control")).toBe("public, max-age=300");
    }
    const etag = first.headers.get("etag") ?? "";
    const again = await get("santander.png", { headers: { "if-none-match": `"other", W/${etag}` } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("a changed or removed file takes effect without a restart", async () => {
    put("santander.svg", SVG);
    const before = await pathOf(SANTANDER);
    put("santander.svg", SVG.replace("thief", "other-thief"));
    await moveClock("3 seconds");
    const after = await pathOf(SANTANDER);
    expect(after).not.toBe(before);
    expect((await get("santander.svg")).headers.get("etag")).toBe(`"${after?.split("=")[1]}"`);
    rmSync(path.join(folder, "santander.svg"));
    await moveClock("3 seconds");
    expect([await pathOf(SANTANDER), await statusOf("santander.svg")]).toEqual([null, 404]);
  });

  test("GET /banks/top returns their URLs, with the eight properties and no other", async () => {
    put("santander.png", PNG);
    const { data } = await call(byId(bankEndpoints, "listTopBanks"), undefined, { query: { country: "PT" } });
    const logos = new Map(data.banks.map((bank) => [bank.displayName, bank.logoUrl]));
    expect(logos.get("Santander")).toBe(`http://localhost:3000${await pathOf(SANTANDER)}`);
    expect(logos.get("BPI")).toBe("http://localhost:3000/logos/bancobpi.pt.svg");
    for (const bank of data.banks) expect(Object.keys(bank)).toHaveLength(8);
  });
});

describe("other files are not served", () => {
  test("no name reaches outside the folder", async () => {
    writeFileSync(path.join(directory, "secret.svg"), SVG);
    put("santander.svg", SVG);
    const names = ["../secret.svg", "..%2fsecret.svg", "..\\secret.svg", "/etc/passwd", "logos/santander.svg"];
    for (const name of [
      ...names,
      "./santander.svg",
      "santander.svg\0.png",
      "",
      ".svg",
      "..",
      `${"a".repeat(5_000)}.svg`,
    ]) {
      expect([name, await statusOf(name)]).toEqual([name, 404]);
    }
    expect(await statusOf("santander.svg")).toBe(200);
  });

  test("a symbolic link to outside is refused; one inside, as orchestrators mount files, is followed", async () => {
    writeFileSync(path.join(directory, "secret.svg"), SVG);
    symlinkSync(path.join(directory, "secret.svg"), path.join(folder, "santander.svg"));
    mkdirSync(path.join(folder, "..data"));
    writeFileSync(path.join(folder, "..data", "bpi.svg"), SVG);
    symlinkSync(path.join("..data", "bpi.svg"), path.join(folder, "bpi.svg"));
    expect([await statusOf("santander.svg"), await pathOf(SANTANDER)]).toEqual([404, null]);
    expect(await statusOf("bpi.svg")).toBe(200);
  });

  test("a symbolic link that replaces a file after the folder was read is refused too", async () => {
    writeFileSync(path.join(directory, "secret.svg"), SVG);
    put("santander.svg", SVG);
    expect(await statusOf("santander.svg")).toBe(200);
    symlinkSync(path.join(directory, "secret.svg"), path.join(folder, "new"));
    renameSync(path.join(folder, "new"), path.join(folder, "santander.svg"));
    expect(await statusOf("santander.svg")).toBe(404);
  });

  test("a file that is too large, not a plain file, or of another type is not shown: the bank keeps its monogram", async () => {
    put("santander.svg", SVG.padEnd(MAX_BYTES + 1));
    put("bpi.svg", SVG.padEnd(MAX_BYTES));
    put("novobanco.png", "<!doctype html><script>alert(1)</script>");
    put("activobank.webp", PNG);
    put("banco-montepio.svg", "<html>");
    mkdirSync(path.join(folder, "credito-agricola.svg"));
    put("notes.txt", "mine");
    const names = ["santander.svg", "novobanco.png", "activobank.webp", "banco-montepio.svg", "credito-agricola.svg"];
    for (const name of [...names, "notes.txt"]) expect([name, await statusOf(name)]).toEqual([name, 404]);
    expect(await statusOf("bpi.svg")).toBe(200);
  });

  test("without the setting there are no logos, and a missing folder is not an error", async () => {
    put("santander.svg", SVG);
    Object.assign(env(), { bankLogosDir: null });
    expect([await statusOf("santander.svg"), await pathOf(SANTANDER)]).toEqual([404, null]);
    Object.assign(env(), { bankLogosDir: path.join(directory, "nowhere") });
    expect([await statusOf("santander.svg"), await pathOf(SANTANDER)]).toEqual([404, null]);
  });
});
