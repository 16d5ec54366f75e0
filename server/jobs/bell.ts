/** Wakes one sleeper early. A ring while nobody sleeps is kept: the next sleep ends at once. */
export type Bell = { ring(): void; sleep(ms: number): Promise<void> };

export function createBell(): Bell {
  let rung = false;
  let wakeUp: (() => void) | null = null;
  return {
    ring() {
      rung = true;
      wakeUp?.();
    },
    async sleep(ms) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wakeUp = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wakeUp = null;
      }
      rung = false;
    },
  };
}
