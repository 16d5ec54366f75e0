import type { ReactNode } from "react";
import { OwnFrame, ReloadFrame } from "@/components/console/frame/own-frame";
import { orNotFound } from "../or-not-found";
import { type ConsolePage, consolePage } from "./context";

/**
 * The default export of a `page.tsx` of the Console. A link renders only the page again, not the frame around it, and the
 * merchant and mode of both come from a cookie that another tab may have changed: so a page is shown only in a frame of
 * its own merchant and mode. Without a merchant the layout shows a message instead.
 */
export function consoleRoute<Props extends object>(draw: (page: ConsolePage, props: Props) => Promise<ReactNode>) {
  return async function ConsoleRoute(props: Props) {
    const page = await consolePage();
    // Shown only in a frame from before the user's access ended.
    if (!page) return <ReloadFrame />;
    // A component of its own: its data, and its 404, stay unused in another merchant's frame.
    // FORBIDDEN: the role may not make a call of this page. The error page would offer "Try again", which fails again.
    const Content = () => orNotFound(draw(page, props), ["FORBIDDEN"]);
    return (
      <OwnFrame merchant={{ id: page.merchant.id, name: page.merchant.brandName }} mode={page.mode}>
        <Content />
      </OwnFrame>
    );
  };
}
