import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsed } from "../../../verification/drills/processes/naive-reader";
import { safeReturnPath } from "./sign-in-rules";

const HERE = "https://here.example";
const SECTIONS = /^\/(?:console|operator|account|invitation|open|docs)(?:\/|$)/;

/** The URL as browsers resolve it. */
function whereTo(given: string | null): URL {
  return new URL(safeReturnPath(given), HERE);
}

/** Known open-redirect payloads, as return paths after a sign-in. */
const LEADS_AWAY = [
  // Another host.
  ...["https://evil.example", "http://evil.example/console", "//evil.example", "//evil.example/console"],
  ...[
    "///evil.example",
    "////evil.example/console",
    "https:evil.example",
    "https:/evil.example",
    "http:///evil.example",
  ],
  ...["ftp://evil.example", "ws://evil.example", "evil.example", "evil.example/console", "www.evil.example"],
  // A backslash, which browsers read as a slash.
  ...[
    "/\\evil.example",
    "\\\\evil.example",
    "\\/evil.example",
    "/\\/evil.example",
    "/console\\..\\..\\evil",
    "\\console",
  ],
  ...["/\\\\evil.example/console", "/console/\\evil.example", "/console\\@evil.example"],
  // Characters that browsers remove from a URL: tabs, line breaks, leading ones.
  ...[
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r/evil.example",
    "\t//evil.example",
    " //evil.example",
    "\u0000//evil.example",
  ],
  ...["/console\r\nSet-Cookie: a=b", "/console\nLocation: //evil.example", "/con\tsole", "java\nscript:alert(1)"],
  ...[
    "/\u200b/evil.example",
    "/console\u2028//evil.example",
    "/console\u0000",
    "\ufeff/console",
    "/\u202e/elpmaxe.live",
  ],
  // A scheme that runs scripts.
  ...[
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "javascript://here.example/%0aalert(1)",
    "data:text/html,<script>1</script>",
  ],
  ...["vbscript:msgbox(1)", "blob:https://evil.example/1", "file:///etc/passwd", "about:blank"],
  // User info before the host, or a host that looks like ours.
  ...["https://here.example@evil.example/console", "//here.example@evil.example", "https://here.example.evil.example"],
  ...[
    "@evil.example",
    "/@evil.example",
    "//here.example:80@evil.example/console",
    "https://evil.example#here.example/console",
  ],
  // Dot segments out of the section.
  ...["/console/../../evil", "/console/../api/v1", "/console/..%2f..%2fapi", "/console/%2e%2e/api/trpc", "/console/.."],
  ...["/account/../outbox", "/operator/../../etc", "/console/%2E%2E/%2E%2E/outbox", "/console/./../simbank"],
  // Our own URLs outside these sections.
  ...[
    "/",
    "",
    "/consoles",
    "/console.evil.example",
    "/consoleevil",
    "/api/trpc/me.get",
    "/api/v1/banks",
    "/outbox",
    "/sign-in",
  ],
  ...[
    "/sign-in/end",
    "/pay/x",
    "/embed",
    "/checkout",
    "/simbank/x",
    "/CONSOLE",
    "/%63onsole",
    "console",
    "./console",
    "?to=/console",
  ],
  ...[
    "#/console",
    "/account@evil.example",
    "/accounts",
    "/operators/x",
    "/invitations",
    "/opens",
    "/console;evil",
    "/console%00",
  ],
  // A host that looks like a path.
  ...[
    "//%65vil.example",
    "/%2f/evil.example",
    "/%5cevil.example",
    "//evil%E3%80%82example",
    "//[::1]/console",
    "//0x7f000001/console",
  ],
  "//evil.example%2f..%2fconsole",
];

const STAYS = [
  ...[
    "/console",
    "/console/",
    "/console/payments?page=2",
    "/console/payments/01a1",
    "/operator",
    "/operator/banks?x=1",
  ],
  ...[
    "/account",
    "/docs?operation=createPaymentLink&from=1",
    "/docs/integrate/webhooks",
    "/invitation/abc_-",
    "/open/01a1?to=/console/webhooks/default",
    "/console?next=https://evil.example",
    "/console/x?to=//evil.example",
    "/console/ü",
  ],
];

describe("the return path after sign-in", () => {
  it("is a path that fits into a cookie, otherwise the home page of the Console", () => {
    const of = (text: string) => safeReturnPath(`/console/payments?q=${text}`);
    expect(of("a".repeat(2_300))).toHaveLength(2_320);
    expect(encodeURIComponent(of("é".repeat(396))).length).toBeLessThan(4_000);
    expect([of("a".repeat(2_400)), of("é".repeat(400))]).toEqual(["/console", "/console"]);
  });

  it(`has a corpus of ${LEADS_AWAY.length}`, () => {
    expect(LEADS_AWAY.length).toBeGreaterThanOrEqual(60);
    expect(new Set(LEADS_AWAY).size).toBe(LEADS_AWAY.length);
  });

  it.each(LEADS_AWAY)("%j leads to a page of these sections", (given) => {
    const url = whereTo(given);
    expect(url.origin).toBe(HERE);
    expect(url.pathname).toMatch(SECTIONS);
    expect(safeReturnPath(given)).not.toMatch(/[\\\p{C}]|^\/\//u);
  });

  it.each(STAYS)("%s is kept", (given) => {
    expect(whereTo(given).href).toBe(new URL(given, HERE).href);
  });

  it("control: without the rule, more than half of the corpus would leave the site or its sections", () => {
    const away = LEADS_AWAY.filter((given) => {
      const url = parsed(given, HERE);
      return url !== null && (url.origin !== HERE || !SECTIONS.test(url.pathname));
    });
    expect(away.length).toBeGreaterThan(LEADS_AWAY.length / 2);
  });

  it("random combinations of such parts never lead to another site", () => {
    const parts = [
      "/",
      "\\",
      "//",
      "console",
      "account",
      "evil.example",
      "..",
      ".",
      "%2f",
      "%5c",
      "@",
      ":",
      "?",
      "#",
      "\t",
      "\n",
    ];
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...parts), fc.string({ maxLength: 3 })), { maxLength: 8 }),
        (built) => {
          for (const given of [built.join(""), `/console${built.join("")}`, `/account/${built.join("")}`]) {
            const url = whereTo(given);
            expect(url.origin).toBe(HERE);
            expect(url.pathname).toMatch(SECTIONS);
          }
        },
      ),
      { numRuns: 5_000 },
    );
  });
});
