import { LinkButton } from "@/components/ui/button";
import ui from "@/components/ui/ui.module.css";

/** The 404 page inside the Console's frame, with search and navigation. */
export default function ConsoleNotFound() {
  return (
    <section className={ui.empty}>
      <h1>Page not found</h1>
      <p>The address may be mistyped, or you may not have access. The search above finds any ID.</p>
      <div className={ui.actions}>
        <LinkButton href="/console">Go to home</LinkButton>
      </div>
    </section>
  );
}
