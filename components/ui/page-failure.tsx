import { useRouter } from "next/navigation";
import { startTransition } from "react";
import { Button } from "./button";
import ui from "./ui.module.css";

/** A page that failed to render. */
export function PageFailure({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const router = useRouter();
  const again = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  return (
    <section className={ui.empty} role="alert">
      <h1>We couldn’t load this page</h1>
      <p>Something went wrong on our side.</p>
      <div className={ui.actions}>
        <Button look="primary" onClick={again}>
          Try again
        </Button>
      </div>
      {error.digest ? (
        <p>
          If it keeps happening, contact the operator with the reference <code>{error.digest}</code>.
        </p>
      ) : null}
    </section>
  );
}
