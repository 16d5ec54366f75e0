import { z } from "zod";
import { form, merchantProcedure, router, text } from "../trpc/procedure";
import { adviseAccent, checkAccent } from "./branding/accent";
import { removeLogo, setLogo } from "./branding/logo-file";
import { readBranding } from "./branding/read-branding";
import { setAllowedOrigins } from "./branding/set-allowed-origins";
import { setBranding } from "./branding/set-branding";
import { checkBrandName, checkOrigins } from "./rules";

const MAX_GIVEN_ORIGINS = 200;

const branding = z.object({ brandName: text, accent: text.nullable(), version: z.int() });
const allowedOrigins = z.object({ origins: z.array(text).max(MAX_GIVEN_ORIGINS), version: z.int() });

function checkBranding({ brandName, accent }: z.output<typeof branding>): void {
  checkBrandName(brandName);
  if (accent !== null) checkAccent(accent);
}

/** The Console's calls about a merchant's checkout. */
export const brandingRouter = router({
  get: merchantProcedure.query(({ ctx, input }) => readBranding(ctx.call, input)),
  /** The shades that a colour would have. */
  advise: merchantProcedure.input(z.object({ accent: text })).query(({ input }) => adviseAccent(input.accent)),
  set: merchantProcedure
    .meta(form(branding, checkBranding))
    .input(branding)
    .mutation(({ ctx, input }) => setBranding(ctx.call, input)),
  /** The picture in base64. */
  setLogo: merchantProcedure
    .input(z.object({ logo: z.base64(), seen: text.nullable() }))
    .mutation(({ ctx, input: { logo, ...input } }) =>
      setLogo(ctx.call, { ...input, bytes: Buffer.from(logo, "base64") }),
    ),
  removeLogo: merchantProcedure
    .input(z.object({ seen: text }))
    .mutation(({ ctx, input }) => removeLogo(ctx.call, input)),
  setOrigins: merchantProcedure
    .meta(form(allowedOrigins, ({ origins }) => checkOrigins(origins)))
    .input(allowedOrigins)
    .mutation(({ ctx, input }) => setAllowedOrigins(ctx.call, input)),
});
