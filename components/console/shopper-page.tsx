"use client";

import { useState } from "react";
import { Drawer } from "./drawer";
import { DrawnPage } from "./drawn-page";
import { Icon } from "./icons";
import type { PaymentDetail } from "./payment-timeline";
import { PAYMENTS_PATH } from "./payments-filter";
import { useMerchantId } from "./queries";
import s from "./shopper-page.module.css";
import ui from "./ui.module.css";

const WIDTH_PX = 390;
const FIRST_HEIGHT_PX = 640;

/** The page as the shopper sees it now, in a drawer: drawn by the checkout itself, to be looked at. */
export function ShopperPage({ payment }: { payment: PaymentDetail["payment"] }) {
  const merchantId = useMerchantId();
  const [isOpen, setOpen] = useState(false);
  // Drawn anew when something has happened since.
  const key = [payment.status, payment.initiatedAt, payment.transitions.length, payment.decimal].join(" ");
  const search = new URLSearchParams({ merchant: merchantId, drawn: key });
  return (
    <>
      <button className={ui.button} type="button" onClick={() => setOpen(true)}>
        <Icon name="phone" />
        Shopper’s page
      </button>
      {isOpen ? (
        <Drawer title="The shopper’s page" onClose={() => setOpen(false)}>
          <div className={s.body}>
            <p className={ui.muted}>
              As the shopper sees it now, on a phone, in their language. It is for looking at: nothing in it can be
              pressed.
            </p>
            <div className={s.stage} role="img" aria-label="The checkout page of this payment, on a phone">
              <DrawnPage
                address={`${PAYMENTS_PATH}/${payment.id}/shopper?${search}`}
                width={WIDTH_PX}
                firstHeight={FIRST_HEIGHT_PX}
                title="The shopper’s page"
              />
            </div>
          </div>
        </Drawer>
      ) : null}
    </>
  );
}
