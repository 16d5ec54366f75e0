import type { Ctx } from "../../lib/context";
import type { TokenRequest, TokenSet } from "../schema";
import { grantGoogleIdToken } from "./grant-google-id-token";
import { grantMagicCode } from "./grant-magic-code";
import { issueToken } from "./issue-token";
import { refreshToken } from "./refresh-token";

/** Runs the use-case of the grant; without `grant_type`, client credentials. @throws AppError of that use-case */
export async function grantToken(ctx: Ctx, request: TokenRequest): Promise<TokenSet> {
  switch (request.grant_type) {
    case "magic_code":
      return grantMagicCode(ctx, request);
    case "google_id_token":
      return grantGoogleIdToken(ctx, request);
    case "refresh_token":
      return refreshToken(ctx, request);
    default:
      return issueToken(ctx, request);
  }
}
