import { CopyButton } from "../copy-button";
import { Pre } from "../pre";
import s from "./checkout.module.css";

/** Where the loader of this release is for ever, and its Subresource Integrity. */
export type PinnedTag = { src: string; integrity: string };

/** The lines that a shop puts on its page, with this installation's own address in them. */
export function EmbedCode({ baseUrl, pinned }: { baseUrl: string; pinned: PinnedTag }) {
  const embed = `<div id="checkout"></div>
<script src="${baseUrl}/embed.js"></script>
<script>
  Bankside.mount(document.getElementById("checkout"), {
    paymentToken: "…", // from your server: POST /api/v1/payment-requests
    onComplete: ({ status }) => location.assign("/thanks?status=" + status),
  });
</script>`;
  const tag = `<script src="${pinned.src}"
  integrity="${pinned.integrity}"
  crossorigin="anonymous"></script>`;
  const policy = `script-src ${baseUrl}; frame-src ${baseUrl}`;
  return (
    <div className={s.form}>
      <Code title="Where the checkout goes" text={embed} />
      <Code title="In place of the script above, to stay on this version (PCI DSS 6.4.3)" text={tag} />
      <Code title="If your page has a Content-Security-Policy, add" text={policy} />
    </div>
  );
}

function Code({ title, text }: { title: string; text: string }) {
  return (
    <figure className={s.code}>
      <figcaption>
        <span>{title}</span>
        <CopyButton text={text} label={title.toLowerCase()}>
          Copy
        </CopyButton>
      </figcaption>
      <Pre>{text}</Pre>
    </figure>
  );
}
