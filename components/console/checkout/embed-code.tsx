import { CodeFrame } from "../../ui/code/code-box";
import { Pre } from "../../ui/parts";
import s from "./checkout.module.css";

/** The permanent address of this release's loader, and its Subresource Integrity hash. */
export type PinnedTag = { src: string; integrity: string };

/** The code that a shop adds to its page, with this installation's address. */
export function EmbedCode({ baseUrl, pinned }: { baseUrl: string; pinned: PinnedTag }) {
  const embed = `<div id="checkout"></div>
<script src="${baseUrl}/embed.js"></script>
<script>
  Bankside.mount(document.getElementById("checkout"), {
    paymentToken: "…", // from your server: POST /api/v1/embedded/payment-requests
    onComplete: ({ status }) => location.assign("/thanks?status=" + status),
  });
</script>`;
  const tag = `<script src="${pinned.src}"
  integrity="${pinned.integrity}"
  crossorigin="anonymous"></script>`;
  const policy = `script-src ${baseUrl}; frame-src ${baseUrl}`;
  return (
    <div className={s.codes}>
      <Code title="HTML" text={embed} />
      <Code title="Script tag pinned to this version (PCI DSS 6.4.3)" text={tag} />
      <Code title="Content-Security-Policy" text={policy} />
    </div>
  );
}

function Code({ title, text }: { title: string; text: string }) {
  return (
    <CodeFrame head={<span>{title}</span>} copy={{ text, label: title.toLowerCase() }}>
      <Pre>{text}</Pre>
    </CodeFrame>
  );
}
