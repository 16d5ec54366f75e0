// The pages that `npm run bench:checkout` opens, and the timings that are recorded in them.
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

/** Runs first in the page: records the browser's paint timings, and when the form is complete. */
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
  // The browser posts the form without script, so the page is usable from the first paint with a bank and the button.
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

/**
 * The product behind a proxy: `/plain` is the frame's document without its style and script, padded to the same length.
 */
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

/** The document without style and script, padded to the same length by a comment. */
function withoutLooks(html: string): string {
  const bare = html.replace(/<script\b[^>]*>[\s\S]*?<\/script>|<style\b[^>]*>[\s\S]*?<\/style>|<link\b[^>]*>/g, "");
  return `${bare}<!--${"-".repeat(Math.max(0, html.length - bare.length - 7))}-->`;
}
