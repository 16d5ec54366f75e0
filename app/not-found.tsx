import s from "@/components/console/sign-in/front.module.css";
import { Mark } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";

export default function NotFound() {
  return (
    <main className={s.page}>
      <p className={s.brand}>
        <Mark size={28} />
        Bankside
      </p>
      <h1>Page not found</h1>
      <p>The address may be mistyped, or you may not have access.</p>
      <p>
        <Link href="/">Go to home</Link>
      </p>
    </main>
  );
}
