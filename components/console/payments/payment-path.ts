export const PAYMENTS_PATH = "/console/payments";

/** The page of a payment. */
export function paymentPath(id: string): string {
  return `${PAYMENTS_PATH}/${id}`;
}
