"use client";

import { type ReactNode, useState } from "react";
import { Button, type Look } from "../button";
import type { Action } from "../use-action";
import type { ConfirmProps } from "./confirm-dialog";
import { ConfirmDialog } from "./layers";

type ConfirmButtonProps<Input> = Omit<ConfirmProps, "act" | "onConfirm" | "onCancel"> & {
  label: ReactNode;
  look?: Look;
  slim?: boolean;
  act: Action<Input>;
  input: Input;
};

/** A button that acts after a confirmation. */
export function ConfirmButton<Input>({ label, look, slim, act, input, ...dialog }: ConfirmButtonProps<Input>) {
  const [asking, setAsking] = useState(false);
  const close = () => {
    act.reset();
    setAsking(false);
  };
  return (
    <>
      <Button look={look} slim={slim} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking ? (
        <ConfirmDialog {...dialog} act={act} onConfirm={() => act.run(input, { onSuccess: close })} onCancel={close} />
      ) : null}
    </>
  );
}
