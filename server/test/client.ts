import { handleApi } from "../http/handler";
import type { Endpoint } from "../lib/endpoint";
import type { AppError } from "../lib/errors";

export type Reply<D> = {
  status: number;
  headers: Headers;
  /** The bytes, as text. */
  text: string;
  /** Of a success; throws with the whole answer for a failure. */
  readonly data: D;
  /** Of a failure; throws with the whole answer for a success. */
  readonly error: Pick<AppError, "code" | "message" | "metadata">;
};

type Parts = {
  token?: string;
  headers?: Record<string, string>;
  params?: Record<string, string>;
  query?: Record<string, string>;
};

/** A raw request to the public API, in this process. An answer with an undeclared code throws. */
export async function request<D = unknown>(method: string, path: string, init: RequestInit = {}): Promise<Reply<D>> {
  const response = await handleApi(new Request(`http://bankside.test${path}`, { method, ...init }), {
    remoteAddress: "203.0.113.7",
    strict: true,
  });
  const text = await response.text();
  const envelope = text.startsWith("{") ? JSON.parse(text) : {};
  const part = (name: string) => {
    if (!(name in envelope)) throw new Error(`No ${name}: ${response.status} ${text}`);
    return envelope[name];
  };
  return {
    status: response.status,
    headers: response.headers,
    text,
    get data() {
      return part("data") as D;
    },
    get error() {
      return part("error");
    },
  };
}

/** Calls an endpoint by its value. The body is plain JSON: tests send what is wrong as well. */
export function call<P, Q, B, D>(endpoint: Endpoint<P, Q, B, D>, body?: unknown, parts: Parts = {}): Promise<Reply<D>> {
  const path = Object.entries(parts.params ?? {}).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, value),
    endpoint.path,
  );
  const query = parts.query ? `?${new URLSearchParams(parts.query)}` : "";
  const headers = {
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(parts.token ? { authorization: `Bearer ${parts.token}` } : {}),
    ...parts.headers,
  };
  return request<D>(endpoint.method, path + query, {
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
