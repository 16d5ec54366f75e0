/** Pictures that this process decodes at once, in total and of one merchant. */
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
 * Runs `decode` in a slot. The longest-waiting picture of a merchant without a running one is next, so that one
 * merchant's uploads don't take every slot.
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
