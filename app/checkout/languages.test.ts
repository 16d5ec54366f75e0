import { describe, expect, test } from "vitest";
import { listBanks } from "../../server/banks/list-banks";
import { checkoutOfThisFile } from "../../server/test/banks/checkout";
import { POST as pressEmbed, GET as showEmbed } from "../embed/route";
import { GET as showReturn } from "../return/route";
import { acceptedLanguages } from "./request-language";
import { GET as showCheckout } from "./route";

const { newRequest } = checkoutOfThisFile();

const newToken = (locale?: string) =>
  newRequest({ order: { amount: 7450, currency: "EUR", test_transaction: true, ...(locale && { locale }) } });

const at = (path: string, headers: Record<string, string> = {}) =>
  new Request(`http://localhost:3000${path}`, { headers });
const frame = async (token: string, query = "") =>
  (await showEmbed(at(`/embed?payment_token=${token}${query}`))).text();

function spokenIn(html: string): [lang: string | undefined, heading: string | undefined] {
  return [/<html lang="([^"]+)"/.exec(html)?.[1], /<h2[^>]*id="choose"[^>]*>([^<]+)</.exec(html)?.[1]];
}

describe("a payment's page is in the language of its locale", () => {
  test.each([
    ["de-AT", "de-AT", "Wählen Sie Ihre Bank"],
    ["fr_FR", "fr-FR", "Choisissez votre banque"],
    ["en_GB", "en-GB", "Choose your bank"],
    ["de-ZZ", "de", "Wählen Sie Ihre Bank"],
    ["ja", "en-GB", "Choose your bank"],
    [undefined, "en-GB", "Choose your bank"],
  ])("the order has %s", async (locale, lang, heading) => {
    expect(spokenIn(await frame(await newToken(locale)))).toEqual([lang, heading]);
  });

  test("the locale of the URL takes precedence, and an invalid one counts as absent", async () => {
    const token = await newToken("pl");
    expect(spokenIn(await frame(token, "&locale=fi"))).toEqual(["fi", "Valitse pankkisi"]);
    expect(spokenIn(await frame(token, "&locale=!"))).toEqual(["pl", "Wybierz swój bank"]);
    // Well formed, but longer than any real locale; it would be passed on to the bank.
    expect(spokenIn(await frame(token, `&locale=fi-x${"-aaaaaaaa".repeat(400)}`))[0]).toBe("pl");
  });

  test("amount, country and date follow it", async () => {
    const html = await frame(await newToken(), "&locale=de-DE&country=DE");
    expect(html).toContain("74,50");
    expect(html).toContain(">Deutschland</option>");
    expect(html).not.toContain("Germany");
  });
});

describe("the reason for a rejected start is in the language of the page", () => {
  const pressed = async (query: string, fields: Record<string, string>) => {
    const address = `http://localhost:3000/embed?payment_token=${await newToken()}${query}`;
    const body = new URLSearchParams({ action: "start", seen_amount: "7450", ...fields });
    const answer = await pressEmbed(
      new Request(address, { method: "POST", body, headers: { accept: "application/json" } }),
    );
    return /id="err"[^>]*>([^<]*)</.exec((await answer.json()).html)?.[1];
  };

  test("no bank, a bank that cannot accept the payment, and an account that is not remembered", async () => {
    const [pounds] = await listBanks({}, { currency: "GBP" });
    expect(await pressed("&locale=de", {})).toBe("Bitte wählen Sie zuerst Ihre Bank.");
    expect(await pressed("&locale=de", { bank_id: pounds?.id ?? "" })).toBe(
      "Mit dieser Bank ist diese Zahlung nicht möglich. Bitte wählen Sie eine andere Bank.",
    );
    const nobodys = "0190aaaa-0000-7000-8000-000000000000";
    expect(await pressed("&locale=nl", { bank_id: nobodys })).toBe(
      "U kunt deze bank niet voor deze betaling gebruiken. Kies een andere bank.",
    );
    expect(await pressed("&locale=it", { account_id: nobodys })).toBe(
      "Questo conto memorizzato non è più disponibile. Scelga la Sua banca.",
    );
    expect(await pressed("&locale=sv", { bank_id: nobodys, seen_amount: "x" })).toBe(
      "Vi kunde inte läsa ditt val. Välj din bank igen.",
    );
  });
});

/** The form that a browser without script sends. */
function switchOf(html: string): { action: string | undefined; kept: Record<string, string>; chosen: string[] } {
  const form = /<form class="language"[^>]*>.*?<\/form>/.exec(html)?.[0] ?? "";
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return {
    action: /action="([^"]*)"/.exec(form)?.[1],
    kept: Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value])),
    chosen: [...form.matchAll(/<option value="([^"]+)" lang="([^"]+)"( selected="")?/g)].flatMap(
      ([, value, , selected]) => (selected ? [value ?? ""] : []),
    ),
  };
}

describe("the language switch", () => {
  test("keeps the rest of the URL, in the frame and on the hosted page", async () => {
    const token = await newToken("de-CH");
    const query = `?payment_token=${token}&theme=dark&window=tab&country=DE&q=bank&all=1`;
    const expected = { payment_token: token, theme: "dark", window: "tab", country: "DE", q: "bank", all: "1" };
    const frame = switchOf(await (await showEmbed(at(`/embed${query}`))).text());
    expect(frame).toEqual({ action: "/embed", kept: expected, chosen: ["de-CH"] });
    const hosted = switchOf(await (await showCheckout(at(`/checkout${query}`))).text());
    expect(hosted).toEqual({ action: "/checkout", kept: expected, chosen: ["de-CH"] });
  });

  test("offers the twelve languages, each by its own name and in the customer's region", async () => {
    const html = await frame(await newToken("de-CH"));
    const options = [...html.matchAll(/<option value="(\w+)-CH" lang="(\w+)"[^>]*>([^<]+)</g)];
    expect(options.map(([, , lang]) => lang)).toEqual("en de fr es it nl pt pl sv da fi cs".split(" "));
    expect(options.map(([, value, lang]) => value === lang)).not.toContain(false);
    expect(options.map(([, , , name]) => name)).toContain("Čeština");
  });
});

describe("a page without a known payment is in the browser's language", () => {
  const NOWHERE = "/embed?payment_token=ptok_unknown";
  const heading = async (path: string, accept: string) => {
    const response = await showEmbed(at(path, { "accept-language": accept }));
    const html = await response.text();
    return [response.status, /<html lang="([^"]+)"/.exec(html)?.[1], /<h1[^>]*>([^<]+)</.exec(html)?.[1]];
  };

  test.each([
    ["da-DK,da;q=0.9,en;q=0.5", "da-DK", "Vi kan ikke finde denne betaling"],
    ["hu, cs;q=0.4, it;q=0.8", "it", "Non troviamo questo pagamento"],
    ["*", "en-GB", "We can’t find this payment"],
    ["hu", "en-GB", "We can’t find this payment"],
    ["", "en-GB", "We can’t find this payment"],
  ])("%s", async (accept, lang, title) => {
    expect(await heading(NOWHERE, accept)).toEqual([404, lang, title]);
  });

  test("unless its URL names one", async () => {
    expect(await heading(`${NOWHERE}&locale=es-MX`, "da")).toEqual([404, "es-MX", "No encontramos este pago"]);
  });

  test("so is the page that reads a bank's response", async () => {
    const html = await (await showReturn(at("/return", { "accept-language": "sv" }))).text();
    expect(html).toContain('<html lang="sv" dir="ltr"');
    expect(html).toContain("Ett ögonblick");
  });

  test("the browser's languages are tried in the order of their weights", () => {
    expect(acceptedLanguages("fr;q=0.3, de;q=0.9, en;q=0, pl")).toEqual(["pl", "de", "fr"]);
    expect(acceptedLanguages("de;q=x, ;q=1, nl; Q=0.5")).toEqual(["nl"]);
    expect(acceptedLanguages(null)).toEqual([]);
    expect(acceptedLanguages("en,".repeat(10_000)).length).toBeLessThanOrEqual(10);
  });
});
