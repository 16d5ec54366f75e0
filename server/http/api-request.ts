import type { IncomingMessage, ServerResponse } from "node:http";

/** A request as the API reads it: of the fetch standard, or of node:http without the cost of building one of those. */
export type ApiRequest = Pick<Request, "method" | "url" | "signal" | "bodyUsed"> & BodySource;

/** What the body of a request is read from. */
export type BodySource = { headers: Pick<Headers, "get" | "has">; body: AsyncIterable<Uint8Array> | null };

/** A complete response. `body`: null for none, as to HEAD. */
export type ApiResponse = { status: number; headers: Record<string, string>; body: string | null };

export function responseOf({ status, headers, body }: ApiResponse): Response {
  return new Response(body, { status, headers });
}

/** Writes a response. */
export function send({ status, headers, body }: ApiResponse, response: ServerResponse): void {
  if (body !== null) headers["Content-Length"] = String(Buffer.byteLength(body));
  response.writeHead(status, headers);
  response.end(body ?? undefined);
}

/** A request of node:http. Its host is not read. */
export class NodeRequest implements ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: ApiRequest["headers"];
  bodyUsed = false;
  readonly #incoming: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(incoming: IncomingMessage, response: ServerResponse) {
    this.method = incoming.method ?? "GET";
    this.url = `http://localhost${targetOf(incoming.url ?? "/")}`;
    // Every value of a repeated header, as in the fetch standard: Node's `headers` would ignore a second Authorization.
    const given = incoming.headersDistinct;
    this.headers = {
      get: (name) => given[name.toLowerCase()]?.join(", ") ?? null,
      has: (name) => given[name.toLowerCase()] !== undefined,
    };
    this.#incoming = incoming;
    this.#response = response;
  }

  get body(): AsyncIterable<Uint8Array> | null {
    const { method } = this;
    if (method === "GET" || method === "HEAD") return null;
    const { headers } = this.#incoming;
    if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return null;
    // The response to a body that is too long is still sent, so its socket must stay open.
    const read = () => this.#incoming.iterator({ destroyOnReturn: false });
    return {
      [Symbol.asyncIterator]: () => {
        this.bodyUsed = true;
        return read() as AsyncIterator<Uint8Array>;
      },
    };
  }

  /** Aborted when the connection closes before the response is complete. */
  get signal(): AbortSignal {
    const gone = new AbortController();
    if (this.#response.destroyed) gone.abort();
    else this.#response.once("close", () => gone.abort());
    return gone.signal;
  }
}

/** A request target: a path, in which a backslash is not a slash, unlike in browsers. */
function targetOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/, "");
  return path.includes("\\") ? path.replace(/^[^?]*/, (given) => given.replaceAll("\\", "%5C")) : path;
}
