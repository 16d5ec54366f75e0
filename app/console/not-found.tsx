import Link from "next/link";
import ui from "@/components/console/ui.module.css";

/** Within the frame, so that the search and every page stay at hand. */
export default function ConsoleNotFound() {
  return (
    <section className={ui.empty}>
      <h1>There is nothing at this address</h1>
      <p>It may have been typed wrongly, or what it names belongs to somebody else. The search above finds any id.</p>
      <div className={ui.actions}>
        <Link className={ui.button} href="/console">
          Overview
        </Link>
      </div>
    </section>
  );
}
