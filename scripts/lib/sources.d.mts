export function fingerprint(entries: readonly string[]): string;
