// The pages that `npm run bench:checkout` opens, and what is noted in them.
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

/** Runs in the page before anything else of it: notes what the browser tells of its paints, and when the form stands. */
export function watchPage(): void {
  const seen = { largestPaintMs: 0, shift: 0, longTasks: 0, usableMs: 0 };
  Object.assign(window, { seen });
  const follow = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  follow("largest-contentful-paint", ({ startTime }) => {
    seen.largestPaintMs = startTime;
  });
  follow("layout-shift", (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  follow("longtask", () => {
    seen.longTasks += 1;
  });
  // The form is posted by the browser itself: it is of use from the first picture with a bank and the button in it.
  const look = () => {
    const isPainted = performance.getEntriesByName("first-contentful-paint").length > 0;
    const stands = [...document.querySelectorAll<HTMLElement>("label.bank, #pay .btn")].filter(
      (one) => one.offsetHeight,
    );
    if (isPainted && stands.some((one) => one.matches(".bank")) && stands.some((one) => one.matches(".btn")))
      seen.usableMs = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** The product behind one door more: `/plain` is the frame's document without its style and script, as long as it was. */
export async function startProxy(productPort: number, shopPage: () => string): Promise<string> {
  const server = createServer((request, response) => {
    const url = request.url ?? "/";
    if (url === "/favicon.ico") return void response.writeHead(204).end();
    if (url === "/shop") return void response.writeHead(200, { "Content-Type": "text/html" }).end(shopPage());
    const isPlain = url.startsWith("/plain?");
    const headers = { ...request.headers, ...(isPlain && { "accept-encoding": "identity" }) };
    const options = { port: productPort, host: "127.0.0.1", path: url.replace(/^\/plain/, "/embed"), headers };
    const onward = httpRequest({ ...options, method: request.method }, (answer) => {
      if (!isPlain) return void answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        const body = gzipSync(withoutLooks(Buffer.concat(chunks).toString()));
        response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Encoding": "gzip" }).end(body);
      });
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

/** A document without style and script; a comment keeps it as long. */
function withoutLooks(html: string): string {
  const bare = html.replace(/<script\b[^>]*>[\s\S]*?<\/script>|<style\b[^>]*>[\s\S]*?<\/style>|<link\b[^>]*>/g, "");
  return `${bare}<!--${"-".repeat(Math.max(0, html.length - bare.length - 7))}-->`;
}
