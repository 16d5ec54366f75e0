"use client";

import { useState } from "react";
import s from "./drawn-page.module.css";
import ui from "./ui.module.css";

type DrawnPageProps = {
  /** A page of our own origin. */
  address: string;
  /** Pixels of the window that it is drawn in; it is made as small as there is room. */
  width: number;
  /** Before the page has said how high it is. */
  firstHeight: number;
  title: string;
};
type Page = { address: string; width: number; height: number };

/**
 * A shopper's page, to be looked at: nothing in it can be pressed. The next one is drawn behind it and takes its place when
 * it is there, so that nothing flickers while somebody types.
 */
export function DrawnPage({ address, width, firstHeight, title }: DrawnPageProps) {
  const wanted: Page = { address, width, height: firstHeight };
  const [shown, setShown] = useState(wanted);
  const [isDrawn, setDrawn] = useState(false);
  const isShown = shown.address === address && shown.width === width;
  const pages = isShown ? [shown] : [shown, wanted];
  const size = { "--w": `${shown.width}px`, "--h": `${shown.height}px` } as React.CSSProperties;
  return (
    <div className={s.scaled} style={size} aria-busy={isDrawn ? undefined : true}>
      {isDrawn ? null : <span className={`${ui.skeleton} ${s.drawing}`} />}
      {pages.map((page, index) => (
        <iframe
          key={`${page.address} ${page.width}`}
          title={index === 0 ? title : `${title}, being drawn`}
          src={page.address}
          className={s.page}
          data-next={index === 0 ? undefined : ""}
          inert
          style={{ width: page.width, height: page.height }}
          onLoad={(event) => {
            const height = event.currentTarget.contentDocument?.documentElement.scrollHeight ?? page.height;
            setShown({ ...page, height });
            setDrawn(true);
          }}
        />
      ))}
    </div>
  );
}
