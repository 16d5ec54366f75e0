import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { readCorpus } from "../../../verification/drills/corpus";
import { requestWithSlot } from "../../test/request-slots";
import { until } from "../../test/until";
import { controlTimers } from "../../test/waits";
import type { WebhookNetwork } from "../config/env";
import { parseWebhookNetwork } from "../config/env-parsers";
import { bothFamilies, checkUrl, type Guard, MAX_URL_LENGTH, parseTarget, resolveChecked } from "./check-url";

function allowing(...entries: string[]): WebhookNetwork[] {
  return entries.map((entry) => {
    const network = parseWebhookNetwork(entry);
    if (!network) throw new Error(`Not a network: ${entry}`);
    return network;
  });
}

/** A guard whose DNS gives one answer to every name. */
function guardWith(addresses: string[], allow: WebhookNetwork[] = []): Guard {
  return { allow, resolve: async () => addresses };
}

const PUBLIC = guardWith(["93.184.215.14"]);

describe("the corpus", () => {
  const corpus = readCorpus();
  it(
    corpus ? "agrees, at save and at the moment of connecting" : "is absent: set SSRF_CORPUS to its path",
    async ({ skip }) => {
      if (!corpus) return skip("no corpus of addresses beside the project");
      const disagreements: string[] = [];
      for (const { url, accepted, category, addresses } of corpus) {
        const guard =
          addresses.length === 0
            ? { allow: [], resolve: () => Promise.reject(new Error("DNS was asked")) }
            : guardWith(addresses);
        const verdicts = [(await checkUrl(url, guard)).ok, await mayBeCalled(url, guard)];
        for (const ok of verdicts)
          if (ok !== accepted) disagreements.push(`${category}: ${url} → ${ok ? "accept" : "reject"}`);
      }
      expect(disagreements).toEqual([]);
      expect(corpus.length).toBeGreaterThan(300);
    },
  );
});

/** The checks of `safeConnect`, without a connection. */
async function mayBeCalled(url: string, guard: Guard): Promise<boolean> {
  const target = parseTarget(url, guard.allow);
  if (!target.ok || target.literal !== null) return target.ok;
  return (await resolveChecked(target.url.hostname, target.port, guard)).ok;
}

describe("checkUrl accepts", () => {
  it.each([
    "https://shop.example.com/hooks?a=1#part",
    "http://shop.example.com:8080/",
    "https://8.8.8.8/",
    "https://8.8.8.8:8443?a=1:2",
    "http://172.32.0.1/",
    "http://[2606:4700:4700::1111]:8443/",
    "https://münchen-shop.example/",
    "https://localhost.example.com/",
  ])("%s", async (url) => expect(await checkUrl(url, PUBLIC)).toEqual({ ok: true }));

  it("a name that does not resolve now", async () => {
    const guard: Guard = { allow: [], resolve: () => Promise.reject(new Error("ENOTFOUND")) };
    expect(await checkUrl("https://not-yet.example.com/", guard)).toEqual({ ok: true });
  });

  it("a URL of the maximum length, and not one character more", async () => {
    const url = "https://shop.example.com/".padEnd(MAX_URL_LENGTH, "a");
    expect(await checkUrl(url, PUBLIC)).toEqual({ ok: true });
    expect(await checkUrl(`${url}a`, PUBLIC)).toMatchObject({ ok: false });
  });
});

describe("checkUrl refuses", () => {
  it.each([
    "ftp://example.com/",
    "http:example.com",
    "http:\\\\example.com/",
    "http://user:pass@example.com/",
    "http://example.com?@127.0.0.1/",
    "http://127.1/",
    "http://0x7f000001/",
    "http://2130706433/",
    "http://0177.0.0.1/",
    "http://8.8.8.0x/",
    "http://１２７.０.０.１/",
    "http://loc%61lhost/",
    "http://169.254.169.254/latest/meta-data/",
    "http://168.63.129.16/",
    "http://[::1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b:1::8.8.8.8]/",
    "http://[2002:7f00:1::]/",
    "http://[2001:0:53aa:64c::]/",
    "http://[2606:4700::5efe:10.0.0.1]/",
    "http://[2606:4700::200:5efe:10.0.0.1]/",
    "http://[fe80::1%25eth0]/",
    "http://[3fff::1]/",
    "http://localhost:3000/",
    "http://metadata.google.internal/",
    "http://x.home.arpa/",
    "http://postgres/",
    "http://example.com./",
    "http://example.com:0/",
    "",
  ])("%j", async (url) => expect(await checkUrl(url, PUBLIC)).toMatchObject({ ok: false, reason: expect.any(String) }));

  it.each([
    ["https://ops@shop.example?a=1", "must not contain a user name or password"],
    ["https://shop.example?notify=ops@shop.example", "must have a / after its host, because an @ follows"],
    ["https://shop.example#ops@shop.example", "must have a / after its host, because an @ follows"],
  ])("an @ in %s with what to do", async (url, reason) => {
    expect(await checkUrl(url, PUBLIC)).toEqual({ ok: false, reason });
  });

  it("control: an @ in a query after a path is accepted", async () => {
    expect(await checkUrl("https://shop.example/?notify=ops@shop.example", PUBLIC)).toEqual({ ok: true });
  });

  it("a name with one bad answer among good ones", async () => {
    const guard = guardWith(["93.184.215.14", "2606:4700::1111", "10.0.0.1"]);
    expect(await checkUrl("https://mixed.example.com/", guard)).toMatchObject({ ok: false });
  });
});

describe("checkUrl with networks that the operator allowed", () => {
  it("accepts that address and port only", async () => {
    const guard = guardWith(["127.0.0.1"], allowing("127.0.0.1/32:3001", "[fd00::/8]:443", "10.1.0.0/16:9-10"));
    const ok = async (url: string) => (await checkUrl(url, guard)).ok;
    expect(await ok("http://127.0.0.1:3001/webhook")).toBe(true);
    expect(await ok("http://[::ffff:127.0.0.1]:3001/webhook")).toBe(true);
    expect(await ok("http://shop.example.com:3001/webhook")).toBe(true);
    expect(await ok("http://127.0.0.1:3000/")).toBe(false);
    expect(await ok("http://127.0.0.1/")).toBe(false);
    expect(await ok("http://127.0.0.2:3001/")).toBe(false);
    expect(await ok("https://[fd12::1]/")).toBe(true);
    expect(await ok("http://[fd12::1]/")).toBe(false);
    expect(await ok("http://10.1.255.255:9/")).toBe(true);
    expect(await ok("http://10.1.255.255:10/")).toBe(true);
    expect(await ok("http://10.1.255.255:11/")).toBe(false);
    expect(await ok("http://10.2.0.0:9/")).toBe(false);
  });
});

describe("the addresses of a name", () => {
  const [v4, v6] = [["93.184.215.14"], ["2606:4700::1111"]];
  const none = () => Promise.reject(new Error("ENODATA"));

  it("are those of one family if the other has not answered 500 ms later", async () => {
    const limit = controlTimers((ms) => ms === 500);
    try {
      const found = bothFamilies(Promise.resolve(v4), new Promise<never>(() => {}));
      await until(() => limit.waiting() === 1);
      limit.pass();
      expect(await found).toEqual(v4);
    } finally {
      limit.restore();
    }
  });

  it("control: are those of both if they answer within that time, and of the later one if the first has none", async () => {
    const later = (addresses: string[]) => pause(50, addresses);
    expect(await bothFamilies(later(v4), Promise.resolve(v6))).toEqual([...v4, ...v6]);
    expect(await bothFamilies(none(), later(v6))).toEqual(v6);
    expect(await bothFamilies(later(v4), Promise.resolve([]))).toEqual(v4);
  });

  it("without any are the reasons of both", async () => {
    await expect(bothFamilies(none(), none())).rejects.toThrow("Error: ENODATA, Error: ENODATA");
  });
});

describe("checkUrl while a name server does not answer", () => {
  it.each([
    ["accepts the name after 3 s, as one that does not resolve", () => new Promise<never>(() => {}), true],
    ["control: refuses a private address that is resolved in time", async () => ["10.0.0.1"], false],
  ])("%s, without a request slot meanwhile", async (_, answer, ok) => {
    const request = await requestWithSlot();
    const heldMeanwhile: number[] = [];
    const resolve = () => {
      heldMeanwhile.push(request.held());
      return answer();
    };
    const limit = controlTimers((ms) => ms === 3_000);
    try {
      const verdict = request.run(() => checkUrl("https://slow.example.com/", { allow: [], resolve }));
      if (ok) await until(() => limit.waiting() === 1);
      expect([heldMeanwhile, request.held()]).toEqual([[0], 0]);
      if (ok) limit.pass();
      expect((await verdict).ok).toBe(ok);
    } finally {
      limit.restore();
    }
    expect(request.held()).toBe(1);
  });
});
