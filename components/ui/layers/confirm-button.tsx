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
export function useConfirmation<Input>({ act, input, ...dialog }: Confirmation<Input>): {
  ask: () => void;
  dialog: ReactNode;
} {
  const [asking, setAsking] = useState(false);
  const close = () => {
    act.reset();
    setAsking(false);
  };
  return {
    ask: () => setAsking(true),
    dialog: asking ? (
      <ConfirmDialog {...dialog} act={act} onConfirm={() => act.run(input, { onSuccess: close })} onCancel={close} />
    ) : null,
  };
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
