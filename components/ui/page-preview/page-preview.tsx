import { useState, useSyncExternalStore } from "react";
import ui from "../ui.module.css";
import s from "./page-preview.module.css";

type PagePreviewProps = {
  /** A page of our own origin. */
  address: string;
  /** The page is loaded again when it changes, even at the same address. */
  version?: string;
  /** Width of the window in pixels; the page is scaled down to the room there is. */
  width: number;
  /** Height in pixels until the page is loaded. */
  firstHeight: number;
  title: string;
  theme?: "light" | "dark";
  onLoad?: () => void;
};
type Page = { key: string; address: string; width: number; height: number };

const never = () => () => undefined;

/**
 * A page of the checkout, inert. The next version loads behind the present one and replaces it once loaded, so that
 * nothing flickers while the user types.
 */
export function PagePreview(props: PagePreviewProps) {
  const { address, version = "", width, firstHeight, title, theme, onLoad } = props;
  const wanted: Page = { key: `${address} ${width} ${version}`, address, width, height: firstHeight };
  const [shown, setShown] = useState(wanted);
  const [isLoaded, setLoaded] = useState(false);
  // The frame is added only in the browser: a server-rendered frame may load before its listener exists.
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const there = shown.key === wanted.key ? [shown] : [shown, wanted];
  const size = { "--w": `${shown.width}px`, "--h": `${shown.height}px` } as React.CSSProperties;
  return (
    <div className={s.scaled} style={size} aria-busy={isLoaded ? undefined : true}>
      {isLoaded ? null : <span className={`${ui.skeleton} ${s.loading}`} />}
      {(inBrowser ? there : []).map((page, index) => (
        <iframe
          key={page.key}
          title={index === 0 ? title : `${title}, loading`}
          src={page.address}
          className={s.page}
          data-preview={index === 0 ? "shown" : "next"}
          inert
          style={{ width: page.width, height: page.height, colorScheme: theme }}
          onLoad={(event) => {
            const height = event.currentTarget.contentDocument?.documentElement.scrollHeight ?? page.height;
            onLoad?.();
            // The frame is as high as its content, as with the loader in a shop.
            setShown({ ...page, height });
            setLoaded(true);
          }}
        />
      ))}
    </div>
  );
}
