import type { Metadata } from "next";
import { cookies } from "next/headers";
import { notFound, redirect } from "next/navigation";
import s from "@/components/console/sign-in/sign-in.module.css";
import { SignInFrame } from "@/components/console/sign-in/sign-in-frame";
import { Button } from "@/components/ui/button";
import { HiddenField } from "@/components/ui/fields";
import ui from "@/components/ui/ui.module.css";
import { chosenMerchant } from "@/server/identity/sessions/act-for";
import { safeReturnPath } from "@/server/identity/sign-in/sign-in-rules";
import { env } from "@/server/lib/config/env";
import { hasOutbox } from "@/server/mail/list-mails";
import { merchantCookie } from "../../console/context";
import { requireSession } from "../../console/session";

export const metadata: Metadata = { title: "Open a merchant" };

type Props = { params: Promise<{ merchantId: string }>; searchParams: Promise<{ to?: string | string[] }> };

/**
 * A mail's link to a page of the Console, which shows the page of one merchant at a time: at once if it is this one,
 * otherwise after the button. The GET switches nothing, because mail programs prefetch links.
 */
export default async function OpenMerchantPage({ params, searchParams }: Props) {
  const { merchantId } = await params;
  const { to } = await searchParams;
  const target = safeReturnPath(typeof to === "string" ? to : null);
  const { session, ctx } = await requireSession("/console");
  const { user } = session;
  const shown = await chosenMerchant(ctx, user, (await cookies()).get(merchantCookie().name)?.value);
  if (shown?.id === merchantId) redirect(target);
  const merchant = await chosenMerchant(ctx, user, merchantId);
  if (merchant?.id !== merchantId) notFound();
  return (
    <SignInFrame host={new URL(env().baseUrl).host} outbox={hasOutbox()}>
      <form className={s.form} method="post" action="/console/merchant">
        <h1>Open {merchant.brandName}</h1>
        <p className={ui.muted}>
          The link leads to a page of {merchant.brandName}.{" "}
          {shown === null ? null : `The Console now shows ${shown.brandName}. `}
          {merchant.acting === null ? null : "Your actions are logged in the merchant’s audit log under your name."}
        </p>
        <HiddenField name="merchant" value={merchant.id} />
        <HiddenField name="to" value={target} />
        <Button look="primary" className={s.tall} type="submit">
          Open this merchant
        </Button>
        <p className={`${ui.muted} ${ui.small}`}>You are signed in as {user.email}.</p>
      </form>
    </SignInFrame>
  );
}
