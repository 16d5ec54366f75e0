const NAME = "OpenBankingRefusal";

/** An error of the standard: Read/Write Data API Profile v3.1.11, "Errors". */
export type ObError = { code: ObErrorCode; message: string; path?: string | undefined };

export type ObErrorCode =
  | "UK.OBIE.Field.Expected"
  | "UK.OBIE.Field.Invalid"
  | "UK.OBIE.Field.Missing"
  | "UK.OBIE.Field.Unexpected"
  | "UK.OBIE.Header.Invalid"
  | "UK.OBIE.Header.Missing"
  | "UK.OBIE.Reauthenticate"
  | "UK.OBIE.Resource.ConsentMismatch"
  | "UK.OBIE.Resource.InvalidConsentStatus"
  | "UK.OBIE.Resource.InvalidFormat"
  | "UK.OBIE.Resource.NotFound"
  | "UK.OBIE.Rules.AfterCutOffDateTime"
  | "UK.OBIE.Signature.Invalid"
  | "UK.OBIE.Signature.InvalidClaim"
  | "UK.OBIE.Signature.Malformed"
  | "UK.OBIE.Signature.Missing"
  | "UK.OBIE.Signature.MissingClaim"
  | "UK.OBIE.UnexpectedError"
  | "UK.OBIE.Unsupported.AccountIdentifier"
  | "UK.OBIE.Unsupported.Currency"
  | "UK.OBIE.Unsupported.LocalInstrument";

/** Without errors there is no body, as for 401 and 405. */
type Refusal = { status: number; errors: readonly ObError[]; headers: Record<string, string> };

/** An error that the handler of the UK side turns into its answer. */
export function refusal(status: number, errors: readonly ObError[] = [], headers: Record<string, string> = {}): Error {
  const detail = errors.map(({ code, path }) => (path === undefined ? code : `${code} ${path}`)).join(", ");
  return Object.assign(new Error(`${status} ${detail}`), { name: NAME, refusal: { status, errors, headers } });
}

/** 400 with one error. `path` is a JSON path (`Data.Initiation`) or the name of a header. */
export function badRequest(code: ObErrorCode, message: string, path?: string): Error {
  return refusal(400, [{ code, message, path }]);
}

/** The refusal of a thrown error, or null when it is not from `refusal`. */
export function refusalOf(error: unknown): Refusal | null {
  return error instanceof Error && error.name === NAME && "refusal" in error ? (error.refusal as Refusal) : null;
}
