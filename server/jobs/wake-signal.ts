/** Ends one sleep early. A wake without a sleeper is kept: the next sleep ends at once. */
type WakeSignal = { wake(): void; sleep(ms: number): Promise<void> };

export function createWakeSignal(): WakeSignal {
  let woken = false;
  let wakeUp: (() => void) | null = null;
  return {
    wake() {
      woken = true;
      wakeUp?.();
    },
    async sleep(ms) {
      if (!woken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wakeUp = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wakeUp = null;
      }
      woken = false;
    },
  };
}
