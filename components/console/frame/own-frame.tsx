"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, use, useEffect } from "react";
import { Button, type Look } from "../../ui/button";
import { HiddenField } from "../../ui/fields";
import { ShownMerchant, useMode } from "../../ui/queries";
import ui from "../../ui/ui.module.css";

type Mode = "live" | "test";
type OwnFrameProps = { merchant: { id: string; name: string }; mode: Mode; children: ReactNode };

/** The page in a frame of the same merchant and mode. In another frame: the choice between the two. */
export function OwnFrame({ merchant, mode, children }: OwnFrameProps) {
  const [frameMerchant, frameMode] = [use(ShownMerchant), useMode()];
  if (merchant.id !== frameMerchant.id) return <Switched what="merchant" chosen={merchant} shown={frameMerchant} />;
  if (mode !== frameMode) return <Switched what="mode" chosen={modeChoice(mode)} shown={modeChoice(frameMode)} />;
  return children;
}

/** In the frame of a merchant to whom the user's access has ended: loads the page with another frame, or with none. */
export function ReloadFrame() {
  useEffect(() => window.location.reload(), []);
  return null;
}

type Choice = { id: string; name: string };

const modeChoice = (mode: Mode): Choice => ({ id: mode, name: `${mode} mode` });

type SwitchedProps = { what: "merchant" | "mode"; chosen: Choice; shown: Choice };

function Switched({ what, chosen, shown }: SwitchedProps) {
  const path = usePathname();
  const search = useSearchParams().toString();
  const button = (label: string, { id }: Choice, { to, look }: { to: string; look?: Look }) => (
    <form method="post" action={`/console/${what}`}>
      <HiddenField name="to" value={to} />
      <Button type="submit" look={look} name={what} value={id}>
        {label}
      </Button>
    </form>
  );
  return (
    <section className={ui.empty} role="alert">
      <h1>You switched to {chosen.name}</h1>
      <p>
        The Console shows one {what} at a time, in all tabs. This tab still shows {shown.name}.
      </p>
      <div className={ui.actions}>
        {/* The address may name a payment of the one that this tab shows. */}
        {button(`Continue with ${chosen.name}`, chosen, { to: path.split("/").slice(0, 3).join("/"), look: "primary" })}
        {button(`Return to ${shown.name}`, shown, { to: search === "" ? path : `${path}?${search}` })}
      </div>
    </section>
  );
}
