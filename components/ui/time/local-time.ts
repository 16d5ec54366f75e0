/** The value of a datetime-local field, in the user's zone, as UTC; undefined where it is empty. */
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
