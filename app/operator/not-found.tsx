import Link from "next/link";
import ui from "@/components/console/ui.module.css";

/** Within the frame, so that every place stays at hand. */
export default function OperatorNotFound() {
  return (
    <section className={ui.empty}>
      <h1>There is nothing at this address</h1>
      <p>It may have been typed wrongly, or what it names was never here. Lists find by name.</p>
      <div className={ui.actions}>
        <Link className={ui.button} href="/operator">
          System
        </Link>
      </div>
    </section>
  );
}
