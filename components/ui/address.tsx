import { addressParts } from "../console/webhooks/webhook-labels";
import s from "./address.module.css";
import { CopyButton } from "./copy-button";
import ui from "./ui.module.css";

/** A URL of a merchant's server, truncated in the middle where space is short; complete in its title. */
export function AddressText({ url }: { url: string }) {
  const { head, tail } = addressParts(url);
  return (
    <code className={s.address} title={url}>
      <span>{head}</span>
      <span>{tail}</span>
    </code>
  );
}

/** The complete URL with a copy button. */
export function Address({ url }: { url: string }) {
  return (
    <span className={ui.id}>
      <AddressText url={url} />
      <CopyButton text={url} label="address" />
    </span>
  );
}

/** An e-mail address, which breaks after its @ where it is too long. */
export function MailAddress({ address }: { address: string }) {
  const at = address.indexOf("@") + 1;
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}
