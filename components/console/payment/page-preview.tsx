"use client";

import { useState } from "react";
import ui from "../../ui/ui.module.css";
import s from "./page-preview.module.css";

type PagePreviewProps = {
  /** A page of our own origin. */
  address: string;
  /** Width of the window in pixels; the page is scaled down to the room there is. */
  width: number;
  /** Height in pixels until the page is loaded. */
  firstHeight: number;
  title: string;
};
type Page = { address: string; width: number; height: number };

/**
 * A page of the checkout, inert. The next version loads behind the present one and replaces it once loaded, so that
 * nothing flickers while the user types.
 */
export function PagePreview({ address, width, firstHeight, title }: PagePreviewProps) {
  const wanted: Page = { address, width, height: firstHeight };
  const [shown, setShown] = useState(wanted);
  const [isLoaded, setLoaded] = useState(false);
  const isShown = shown.address === address && shown.width === width;
  const pages = isShown ? [shown] : [shown, wanted];
  const size = { "--w": `${shown.width}px`, "--h": `${shown.height}px` } as React.CSSProperties;
  return (
    <div className={s.scaled} style={size} aria-busy={isLoaded ? undefined : true}>
      {isLoaded ? null : <span className={`${ui.skeleton} ${s.loading}`} />}
      {pages.map((page, index) => (
        <iframe
          key={`${page.address} ${page.width}`}
          title={index === 0 ? title : `${title}, loading`}
          src={page.address}
          className={s.page}
          data-next={index === 0 ? undefined : ""}
          inert
          style={{ width: page.width, height: page.height }}
          onLoad={(event) => {
            const height = event.currentTarget.contentDocument?.documentElement.scrollHeight ?? page.height;
            setShown({ ...page, height });
            setLoaded(true);
          }}
        />
      ))}
    </div>
  );
}
