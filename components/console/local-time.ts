/** What a field of the type datetime-local says, in the reader's own zone, as UTC; undefined for an empty one. */
export function utcOf(value: FormDataEntryValue | null): string | undefined {
  const at = new Date(String(value ?? ""));
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** A moment as such a field takes it. */
export function localOf(at: string | undefined): string | undefined {
  if (at === undefined) return undefined;
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
