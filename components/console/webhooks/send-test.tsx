import { useState } from "react";
import { Button } from "../../ui/button";
import { later } from "../../ui/layers/later";
import { useConsole } from "../../ui/queries";
import { useAction } from "../../ui/use-action";

const SendTestDialog = later(async () => (await import("./send-test-dialog")).SendTestDialog);

/** Sends a test event to an endpoint (null: the default URL), and shows the response. */
export function SendTest({ name }: { name: string | null }) {
  const { trpc, merchantId } = useConsole();
  const sending = useAction(trpc.webhooks.log.sendTest, { unchanged: "Nothing was sent." });
  const [isOpen, setOpen] = useState(false);
  const send = () => sending.run({ merchantId, name });
  const open = () => {
    setOpen(true);
    send();
  };
  return (
    <>
      <Button aria-haspopup="dialog" onClick={open}>
        Send test event
      </Button>
      {isOpen ? <SendTestDialog name={name} sending={sending} send={send} close={() => setOpen(false)} /> : null}
    </>
  );
}
