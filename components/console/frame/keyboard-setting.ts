const OFF_KEY = "bankside.keys-off";

/** Single-key shortcuts can be turned off (WCAG 2.1.4): speech input would trigger them. */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(OFF_KEY) === null;
  } catch {
    // Without storage the shortcuts are on.
    return true;
  }
}

export function setKeysOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(OFF_KEY);
    else localStorage.setItem(OFF_KEY, "");
  } catch {
    // Without storage the setting lasts as long as the page.
  }
  window.dispatchEvent(new Event("storage"));
}

export function onKeysChange(notify: () => void): () => void {
  window.addEventListener("storage", notify);
  return () => window.removeEventListener("storage", notify);
}
