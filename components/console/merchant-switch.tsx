"use client";

import { usePathname } from "next/navigation";
import { Icon } from "./icons";
import s from "./shell.module.css";
import ui from "./ui.module.css";

type Merchant = { id: string; brandName: string };

/** Whose pages these are. With a choice it is a select, which posts as a form and so also works before its script runs. */
export function MerchantSwitch({ merchants, merchant }: { merchants: Merchant[]; merchant: Merchant }) {
  const pathname = usePathname();
  const face = (
    <>
      <span className={s.initial} aria-hidden="true">
        {merchant.brandName.slice(0, 1).toUpperCase()}
      </span>
      <span className={s.who}>
        <b>{merchant.brandName}</b>
        <small>Merchant</small>
      </span>
    </>
  );
  if (merchants.length < 2) return <div className={s.merchant}>{face}</div>;
  // Of the present page, the section: a payment's own page would not exist for another merchant.
  const section = pathname.split("/").slice(0, 3).join("/");
  return (
    <form method="post" action="/console/merchant" className={s.merchant}>
      {face}
      <Icon name="updown" />
      <input type="hidden" name="to" value={section} />
      <select
        name="merchant"
        aria-label="Merchant"
        defaultValue={merchant.id}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        {merchants.map(({ id, brandName }) => (
          <option key={id} value={id}>
            {brandName}
          </option>
        ))}
      </select>
      <noscript>
        <button className={ui.button} type="submit">
          Go
        </button>
      </noscript>
    </form>
  );
}
