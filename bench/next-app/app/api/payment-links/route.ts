import { createCipheriv, randomBytes } from "node:crypto";
import { z } from "zod";
import { authenticate, failure, sha256 } from "../../../lib/auth";
import { prisma } from "../../../lib/prisma";

const body = z.object({
  order: z.object({
    amount: z.number().int().min(1).max(99_999_999_999),
    currency: z.string().regex(/^[A-Za-z]{3}$/),
    payment_reference: z.string().min(1).max(140),
    order_id: z.string().min(1).max(255).optional(),
    locale: z.string().optional(),
    test_transaction: z.boolean().optional(),
  }),
  redirect_urls: z.object({ success_url: z.url(), failure_url: z.url() }).optional(),
});

const LINK_DAYS = 7;
const key = Buffer.alloc(32, 7);

function seal(text: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), sealed]));
}

export async function POST(request: Request): Promise<Response> {
  const merchant = await authenticate(request);
  if (!merchant) return failure(401, "INVALID_TOKEN");
  const parsed = body.safeParse(await request.json().catch(() => null));
  if (!parsed.success) return failure(400, "VALIDATION_ERROR", { errors: parsed.error.issues });
  const { order, redirect_urls: redirects } = parsed.data;
  const token = `plink_${randomBytes(32).toString("base64url")}`;
  const link = await prisma.paymentLink.create({
    data: {
      merchantId: merchant.id,
      tokenHash: sha256(token),
      tokenSealed: seal(token),
      amount: order.amount,
      currency: order.currency.toUpperCase(),
      paymentReference: order.payment_reference,
      orderId: order.order_id ?? token.slice(-12),
      locale: order.locale ?? "en",
      test: order.test_transaction ?? false,
      successUrl: redirects?.success_url ?? null,
      failureUrl: redirects?.failure_url ?? null,
      expiresAt: new Date(Date.now() + LINK_DAYS * 86_400_000),
    },
  });
  return Response.json({
    success: true,
    data: {
      payment_link_url: `${process.env["BASE_URL"]}/pay/${token}`,
      link_id: link.id,
      status: "active",
      expires_at: link.expiresAt.toISOString(),
    },
  });
}
