import type { ReactNode } from "react";

type Props = {
  /** BCP 47 tag, and the text direction. */
  lang: string;
  dir: "ltr" | "rtl";
  title: string;
  stylesheet: string;
  theme: "light" | "dark" | null;
  className?: string | undefined;
  bodyClassName: string;
  /** Further elements of the head. */
  head: ReactNode;
  children: ReactNode;
};

/** A complete document rendered by a route handler: the pages of the checkout. */
export function HtmlDocument(props: Props) {
  const { lang, dir, title, stylesheet, theme, className, bodyClassName, head, children } = props;
  return (
    <html lang={lang} dir={dir} data-theme={theme ?? undefined} className={className}>
      {/* biome-ignore lint/style/noHeadElement: a document of our own, not a page of Next */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme ?? "light dark"} />
        <title>{title}</title>
        <link rel="stylesheet" href={stylesheet} />
        {head}
      </head>
      <body className={bodyClassName}>{children}</body>
    </html>
  );
}
