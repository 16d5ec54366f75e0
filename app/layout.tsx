import type { Metadata, Viewport } from "next";
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

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
