import Link from "next/link";
import s from "@/components/console/front.module.css";

export default function NotFound() {
  return (
    <main className={s.page}>
      <h1>There is nothing at this address</h1>
      <p>It may have been typed wrongly, or what was here belongs to somebody else.</p>
      <p>
        <Link href="/">Front page</Link>
      </p>
    </main>
  );
}
