import { LinkButton } from "@/components/ui/button";
import ui from "@/components/ui/ui.module.css";

/** Inside the frame, so the navigation stays available. */
export default function OperatorNotFound() {
  return (
    <section className={ui.empty}>
      <h1>Page not found</h1>
      <p>Check the address, or search the lists by name.</p>
      <div className={ui.actions}>
        <LinkButton href="/operator">Go to System</LinkButton>
      </div>
    </section>
  );
}
