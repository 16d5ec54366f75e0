import Link from "next/link";
import s from "@/components/console/sign-in/front.module.css";

export default function NotFound() {
  return (
    <main className={s.page}>
      <h1>Page not found</h1>
      <p>The address may be mistyped, or you may not have access.</p>
      <p>
        <Link href="/">Go to home</Link>
      </p>
    </main>
  );
}
