/** Pictures that this process unpacks at once, and how many of them may be one merchant's. */
export const DECODE_SLOTS = { total: 2, ofMerchant: 1 } as const;

type Waiter = { merchantId: string; start: () => void };
type Slots = { busy: string[]; waiting: Waiter[] };

// Next's bundles are separate module graphs in one process: they share the slots.
const shared = globalThis as { banksideDecodeSlots?: Slots };

function mayStart(slots: Slots, merchantId: string): boolean {
  const own = slots.busy.filter((id) => id === merchantId).length;
  return slots.busy.length < DECODE_SLOTS.total && own < DECODE_SLOTS.ofMerchant;
}

function startWaiting(slots: Slots): void {
  const next = slots.waiting.findIndex(({ merchantId }) => mayStart(slots, merchantId));
  if (next !== -1) slots.waiting.splice(next, 1)[0]?.start();
}

/**
 * Runs `decode` in a slot: the longest-waiting picture whose merchant has none under way comes first, so that one
 * merchant's many uploads leave a slot to the others.
 */
export async function inDecodeSlot<T>(merchantId: string, decode: () => Promise<T>): Promise<T> {
  shared.banksideDecodeSlots ??= { busy: [], waiting: [] };
  const slots = shared.banksideDecodeSlots;
  if (mayStart(slots, merchantId)) slots.busy.push(merchantId);
  else
    await new Promise<void>((resolve) => {
      const start = () => {
        slots.busy.push(merchantId);
        resolve();
      };
      slots.waiting.push({ merchantId, start });
    });
  try {
    return await decode();
  } finally {
    slots.busy.splice(slots.busy.indexOf(merchantId), 1);
    startWaiting(slots);
  }
}
