import { invalidField } from "../lib/errors";
import { isWebUrl } from "../lib/fields";

/**
 * Origins that may frame a merchant's checkout, trimmed: each is scheme, host and port, nothing more.
 * @throws AppError VALIDATION_ERROR on `origins[n]`
 */
export function checkOrigins(origins: readonly string[]): string[] {
  return origins.map((given, at) => {
    const origin = given.trim();
    if (!isWebUrl(origin) || new URL(origin).origin !== origin) {
      throw invalidField(`origins[${at}]`, "an origin, such as https://shop.example");
    }
    return origin;
  });
}
