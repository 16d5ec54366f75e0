import { type ComponentProps, type ReactNode, useState } from "react";
import { Button } from "../button";
import type { Action } from "../use-action";
import type { ConfirmProps } from "./foot-question";
import { ConfirmDialog } from "./layers";

type Confirmation<Input> = Omit<ConfirmProps, "act" | "onConfirm" | "onCancel"> & {
  act: Action<Input>;
  input: Input;
};

/** An action that is confirmed first: `ask` shows the confirmation, which is rendered as `dialog`. */
export function useConfirmation<Input>({ act, ...offered }: Confirmation<Input>): {
  ask: () => void;
  dialog: ReactNode;
} {
  // What the press asked for. The page is read again meanwhile, after a lost response too, and may offer the opposite.
  const [asked, setAsked] = useState<typeof offered>();
  const close = () => {
    act.reset();
    setAsked(undefined);
  };
  const ask = () => setAsked(offered);
  if (asked === undefined) return { ask, dialog: null };
  const { input, ...words } = asked;
  const confirm = () => act.run(input, { onSuccess: close });
  return { ask, dialog: <ConfirmDialog {...words} act={act} onConfirm={confirm} onCancel={close} /> };
}

type ButtonProps = Pick<ComponentProps<typeof Button>, "look" | "slim" | "aria-label" | "ref">;
type ConfirmButtonProps<Input> = Confirmation<Input> & ButtonProps & { label: ReactNode };

/** A button that acts after a confirmation. */
export function ConfirmButton<Input>(props: ConfirmButtonProps<Input>) {
  const { label, look, slim, "aria-label": name, ref, ...confirmation } = props;
  const { ask, dialog } = useConfirmation(confirmation);
  return (
    <>
      <Button look={look} slim={slim} aria-label={name} ref={ref} onClick={ask}>
        {label}
      </Button>
      {dialog}
    </>
  );
}
