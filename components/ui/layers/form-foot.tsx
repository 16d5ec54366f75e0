import { Dialog } from "radix-ui";
import { Button } from "../button";
import ui from "../ui.module.css";
import s from "./overlay.module.css";

type FormFootProps = { action: string; busy: boolean; mayClose?: boolean };

/** The foot of a layer with a form: Cancel, and the submit button. `mayClose`: Cancel can be pressed. */
export function FormFoot({ action, busy, mayClose = true }: FormFootProps) {
  return (
    <footer className={s.footer}>
      <Dialog.Close className={ui.button} type="button" disabled={!mayClose}>
        Cancel
      </Dialog.Close>
      <Button look="primary" type="submit" disabled={busy}>
        {action}
      </Button>
    </footer>
  );
}
