export function ensureBuilt(): Promise<string>;
