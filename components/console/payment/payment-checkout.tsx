import { Button } from "../../ui/button";
import { Icon } from "../../ui/icons";
import { Drawer } from "../../ui/layers/layers";
import { useOpenLayer } from "../../ui/layers/open-layer";
import { PagePreview } from "../../ui/page-preview/page-preview";
import { useMerchantId } from "../../ui/queries";
import ui from "../../ui/ui.module.css";
import { paymentPath } from "../payments/payment-path";
import s from "./payment-checkout.module.css";
import type { PaymentDetail } from "./timeline-item";

const WIDTH_PX = 390;
const FIRST_HEIGHT_PX = 640;

/** The payment's checkout as the customer sees it now, rendered by the checkout itself in a drawer. */
export function PaymentCheckout({ payment }: { payment: PaymentDetail["payment"] }) {
  const merchantId = useMerchantId();
  const { open, show, close } = useOpenLayer("checkout");
  // Rendered again after a change.
  const key = [payment.status, payment.initiatedAt, payment.transitions.length, payment.decimal].join(" ");
  const search = new URLSearchParams({ merchant: merchantId, drawn: key });
  return (
    <>
      <Button onClick={() => show("checkout")}>
        <Icon name="phone" />
        View checkout
      </Button>
      {open === "checkout" ? (
        <Drawer title="Checkout" onClose={close}>
          <div className={s.body}>
            <p className={ui.muted}>
              What the customer sees now, on a phone and in their language. Nothing can be pressed here.
            </p>
            <div className={s.stage} role="img" aria-label="The checkout of this payment, on a phone">
              <PagePreview
                address={`${paymentPath(payment.id)}/shopper?${search}`}
                width={WIDTH_PX}
                firstHeight={FIRST_HEIGHT_PX}
                title="Checkout"
              />
            </div>
          </div>
        </Drawer>
      ) : null}
    </>
  );
}
