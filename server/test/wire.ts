import http from "node:http";

/** A message on the wire: headers as name, value, name, value; and the bytes. */
export type Message = { head: string[]; body: Buffer };
export type Answer = Message & { status: number };

/** One call on loopback; the headers are sent exactly as given. */
export function send(options: http.RequestOptions, body: Uint8Array | null): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: "127.0.0.1", ...options }, (response) => {
      bytesOf(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 0, head: response.rawHeaders, body: bytes }),
        reject,
      );
    });
    request.once("error", reject);
    request.end(body ?? undefined);
  });
}

export async function bytesOf(message: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The first header of that name (lower case). */
export function headerOf(head: readonly string[], name: string): string | undefined {
  const at = head.findIndex((part, index) => index % 2 === 0 && part.toLowerCase() === name);
  return at < 0 ? undefined : head[at + 1];
}

/** A head without the headers of that name (lower case). */
export function without(head: readonly string[], name: string): string[] {
  return head.filter((_, index) => head[index - (index % 2)]?.toLowerCase() !== name);
}

export function headersOf(head: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at < head.length; at += 2) headers.append(head[at] ?? "", head[at + 1] ?? "");
  return headers;
}
