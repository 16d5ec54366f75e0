import type { ReactNode } from "react";
import { AreaField } from "../../ui/fields";
import { FormDrawer } from "../../ui/layers/layers";
import s from "./operator.module.css";

const MAX_REASON = 500;

type ReasonDrawerProps = {
  title: string;
  /** The consequences of the action. */
  children: ReactNode;
  label: string;
  help: string;
  /** The name of the text in the call. */
  field: string;
  action: string;
  /** The action of `useOperatorAction`, with `field` among its fields. */
  act: { busy: boolean; failure: string | null; errors: Record<string, string> };
  onSubmit: (reason: string) => void;
  onClose: () => void;
};

/** The form of an action that requires a reason, which is stored in the audit log. */
export function ReasonDrawer(props: ReasonDrawerProps) {
  const { title, children, label, help, field, action, act, onSubmit, onClose } = props;
  return (
    <FormDrawer
      title={title}
      onClose={onClose}
      action={action}
      act={act}
      onSubmit={(form) => onSubmit(String(form.get("reason") ?? ""))}
    >
      <p className={s.text}>{children}</p>
      <AreaField
        id="reason"
        label={label}
        help={help}
        error={act.errors[field]}
        rows={4}
        name="reason"
        maxLength={MAX_REASON}
      />
    </FormDrawer>
  );
}
