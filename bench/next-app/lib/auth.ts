import { createHash } from "node:crypto";
import { prisma } from "./prisma";

export function sha256(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(text).digest());
}

/** The merchant behind the request's access token, or null. */
export async function authenticate(request: Request) {
  const token = request.headers.get("authorization")?.replace(/^Bearer /, "");
  if (!token) return null;
  const found = await prisma.accessToken.findUnique({
    where: { hash: sha256(token) },
    include: { credential: { include: { merchant: true } } },
  });
  if (!found || found.expiresAt < new Date() || found.credential.disabledAt) return null;
  return found.credential.merchant;
}

export function failure(status: number, code: string, metadata?: unknown): Response {
  return Response.json({ success: false, error: { code, message: code, metadata } }, { status });
}
