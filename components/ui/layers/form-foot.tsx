import { Dialog } from "radix-ui";
import { Button } from "../button";
import ui from "../ui.module.css";
import s from "./overlay.module.css";

/** The foot of a layer with a form: Cancel, and the submit button. */
export function FormFoot({ action, busy }: { action: string; busy: boolean }) {
  return (
    <footer className={s.footer}>
      <Dialog.Close className={ui.button} type="button">
        Cancel
      </Dialog.Close>
      <Button look="primary" type="submit" disabled={busy}>
        {action}
      </Button>
    </footer>
  );
}
