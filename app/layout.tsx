import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import type { ReactNode } from "react";
import "@/components/tokens.css";
import "@/components/typeface.css";
import "@/components/elements.css";
import "@/components/console/frame/base.css";

export const metadata: Metadata = {
  title: { default: "Bankside", template: "%s · Bankside" },
  robots: { index: false, follow: false },
};
export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

// Every page is rendered per request: the policy's nonce, the session and the time differ.
export const dynamic = "force-dynamic";

// The Latin face of typeface.css, preloaded: found in a style sheet, it came after the first text, whose lines then moved.
const latin = localFont({
  src: "../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-latin",
  adjustFontFallback: false,
});

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={latin.variable}>
      <body>{children}</body>
    </html>
  );
}
