import type { Metadata } from "next";
import s from "@/components/console/sign-in/front.module.css";
import { FrontHead } from "@/components/console/sign-in/front-head";
import { LinkButton } from "@/components/ui/button";

export const metadata: Metadata = { title: { absolute: "Page not found · Bankside" } };

export default function NotFound() {
  return (
    <main className={s.page}>
      <FrontHead />
      <h1>Page not found</h1>
      <p>The address may be mistyped, or you may not have access.</p>
      <p>
        <LinkButton look="primary" href="/">
          Go to home
        </LinkButton>
      </p>
    </main>
  );
}
