export const CUSTOMERS_PATH = "/console/customers";

export const customerPath = (key: string) => `${CUSTOMERS_PATH}/${encodeURIComponent(key)}`;

/** The key of a payment's customer; null: the payment names none. The same rule as `payment_customer_key` in SQL. */
export function customerKey(customer: { id?: string | undefined; email?: string | undefined }): string | null {
  if (customer.id) return `id:${customer.id}`;
  return customer.email ? `mail:${customer.email.toLowerCase()}` : null;
}
