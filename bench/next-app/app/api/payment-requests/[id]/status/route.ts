import { z } from "zod";
import { authenticate, failure } from "../../../../../lib/auth";
import { prisma } from "../../../../../lib/prisma";

export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const merchant = await authenticate(request);
  if (!merchant) return failure(401, "INVALID_TOKEN");
  const id = z.uuid().safeParse((await params).id);
  if (!id.success) return failure(404, "PAYMENT_REQUEST_NOT_FOUND");
  const payment = await prisma.paymentRequest.findFirst({ where: { id: id.data, merchantId: merchant.id } });
  if (!payment) return failure(404, "PAYMENT_REQUEST_NOT_FOUND");
  const isExpired = payment.status === "pending" && !payment.initiatedAt && payment.expiresAt < new Date();
  return Response.json(
    {
      success: true,
      data: {
        status: isExpired ? "expired" : payment.status,
        amount: payment.amount.toString(),
        currency: payment.currency,
        payment_request_id: payment.id,
        order_id: payment.orderId,
        status_reason: payment.statusReason,
        test: payment.test,
        late: payment.late,
        reversed_amount: payment.reversedAmount?.toString() ?? null,
      },
    },
    { headers: { "Cache-Control": "no-store" } },
  );
}
