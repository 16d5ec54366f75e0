import NotFound from "@/app/not-found";
import s from "@/components/console/sign-in/front.module.css";
import { Link } from "@/components/ui/link";
import { hasOutbox } from "@/server/mail/list-mails";

/** Explains why the outbox is closed to requests through a proxy or tunnel. */
export default function OutboxNotFound() {
  if (!hasOutbox()) return <NotFound />;
  return (
    <main className={s.page}>
      <h1>The outbox opens only in a browser on this machine</h1>
      <p>
        It shows every sign-in code. This request came from another machine or through a proxy or tunnel. Forward the
        port with <code>ssh -L</code> instead.
      </p>
      <p>
        <Link href="/">Go to home</Link>
      </p>
    </main>
  );
}
