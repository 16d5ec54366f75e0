import { useState } from "react";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/fields";
import { Icon } from "../../ui/icons";
import { ConfirmButton } from "../../ui/layers/confirm-button";
import { ConfirmDialog, FormDrawer, SecretDialog } from "../../ui/layers/layers";
import { Menu, MoreMenu } from "../../ui/layers/menu";
import type { MenuItem } from "../../ui/layers/menu-layer";
import { announce } from "../../ui/layers/toasts";
import ui from "../../ui/ui.module.css";

const ACT = { busy: false, failure: null, errors: {}, run: () => announce("Link cancelled"), reset: () => undefined };
const MENU_ITEMS: MenuItem[] = [
  { words: "Send receipt", icon: "mail", onChoose: () => announce("Receipt sent") },
  { words: "Open payments", icon: "payments", href: "/operator/kit" },
  { words: "Refund", icon: "arrow", blocked: "No account can send it back", onChoose: () => undefined },
  { words: "Cancel payment", icon: "x", danger: true, onChoose: () => announce("Payment cancelled") },
];

/** The menus of the kit. */
export function KitMenus() {
  return (
    <p className={ui.actions}>
      <MoreMenu label="Payment actions" items={MENU_ITEMS} />
      <MoreMenu look="plain" label="Actions of a row" items={MENU_ITEMS} />
      <Menu label="Account" about="ines@olaria.example" align="start" items={MENU_ITEMS.slice(0, 2)}>
        Account
        <Icon name="down" />
      </Menu>
    </p>
  );
}

/** The dialogs, the drawer and the toast of the kit. */
export function KitDialogs() {
  const [open, setOpen] = useState<"confirm" | "drawer" | "secret" | null>(null);
  const close = () => setOpen(null);
  const done = () => {
    close();
    announce("Changes saved");
  };
  return (
    <>
      <p className={ui.actions}>
        <Button onClick={() => setOpen("confirm")}>Confirmation</Button>
        <Button onClick={() => setOpen("drawer")}>Drawer</Button>
        <Button onClick={() => setOpen("secret")}>Secret</Button>
        <Button onClick={() => announce("Copied")}>Toast</Button>
        <ConfirmButton
          label="Cancel link"
          look="danger"
          title="Cancel the link?"
          action="Cancel link"
          act={ACT}
          input={null}
        >
          The link stops working at once.
        </ConfirmButton>
      </p>
      {open === "confirm" ? (
        <ConfirmDialog
          title="Disable endpoint?"
          action="Disable endpoint"
          act={{ busy: false, failure: "Something went wrong on this page." }}
          onConfirm={done}
          onCancel={close}
        >
          Payments that name it are rejected. You can enable it again.
        </ConfirmDialog>
      ) : null}
      {open === "drawer" ? (
        <FormDrawer
          title="Add endpoint"
          onClose={close}
          action="Create endpoint"
          act={{ busy: false, failure: null }}
          onSubmit={done}
        >
          <TextField id="kit-drawer" label="Name" help="1 to 63 of a–z, 0–9 and -." name="name" />
        </FormDrawer>
      ) : null}
      {open === "secret" ? (
        <SecretDialog
          shown={{
            about: "Signs webhooks to bookkeeping",
            values: [{ label: "Secret", name: "BANKSIDE_WEBHOOK_SECRET", value: "an example" }],
            ifLost: "Lost it later? Create the next secret on the endpoint’s page.",
          }}
          onDone={done}
        />
      ) : null}
    </>
  );
}
