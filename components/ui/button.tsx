import type { ComponentProps } from "react";
import { Icon, type IconName } from "./icons";
import { Link } from "./link";
import ui from "./ui.module.css";

/** `primary`: at most one a page or dialog. `danger`: leads to what cannot be undone; `confirm` does it, in a dialog. */
export type Look = "primary" | "danger" | "confirm" | "plain";

type Style = {
  look?: Look | undefined;
  /** The lower form, for bars and rows. */
  slim?: boolean | undefined;
  className?: string | undefined;
};

const LOOKS = { primary: ui.primary, danger: ui.danger, confirm: ui.confirm };

/** `plain` is a button without a look of its own: a row, a tab, a menu's trigger. */
function classOf({ look, slim, className }: Style): string | undefined {
  if (look === "plain") return className;
  return [ui.button, look && LOOKS[look], slim && ui.slim, className].filter(Boolean).join(" ");
}

export function Button({ look, slim, className, type = "button", ...rest }: Style & ComponentProps<"button">) {
  return <button type={type} className={classOf({ look, slim, className })} {...rest} />;
}

/** Opens the form of a new row: the page's primary action, which a key presses, and which gets the focus back. */
export function CreateButton(props: ComponentProps<"button">) {
  return <Button look="primary" data-create="" {...props} />;
}

/** A link that looks as a button. `document`: a file, another surface, or a page that must load again. */
export function LinkButton(
  props: Style & Omit<ComponentProps<typeof Link>, "href"> & { href: string; document?: boolean },
) {
  const { look, slim, className, document = false, ...rest } = props;
  const style = classOf({ look, slim, className });
  return document ? <a className={style} {...rest} /> : <Link className={style} {...rest} />;
}

/** A button that is one icon. `label` is its name. */
export function IconButton({ icon, label, ...rest }: { icon: IconName; label: string } & ComponentProps<"button">) {
  return (
    <button type="button" className={ui.ghost} aria-label={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
