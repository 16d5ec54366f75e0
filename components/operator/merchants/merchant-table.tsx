import Link from "next/link";
import type { Outputs } from "../../console/frame/queries";
import { Id } from "../../ui/copy-button";
import { Status } from "../../ui/parts";
import table from "../../ui/table.module.css";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";

type Merchant = Outputs["platform"]["merchants"]["list"]["items"][number];

/** Merchants, each with its country and ID, which distinguish two of one name, its status, its live accounts, its people and its last payment. */
export function MerchantTable({ merchants }: { merchants: Merchant[] }) {
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className={ui.hidden}>Merchants, by name</caption>
        <colgroup>
          <col />
          <col style={{ width: "8rem" }} />
          <col data-drop="" style={{ width: "10rem" }} />
          <col style={{ width: "9rem" }} />
          <col data-drop="" style={{ width: "5rem" }} />
          <col style={{ width: "9rem" }} />
          <col style={{ width: "7.5rem" }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" aria-sort="ascending">
              Name
            </th>
            <th scope="col">Status</th>
            <th scope="col" data-drop="">
              Partner
            </th>
            <th scope="col">Live currencies</th>
            <th scope="col" data-drop="" data-count="">
              Members{" "}
            </th>
            <th scope="col">Last live payment</th>
            <th scope="col">ID</th>
          </tr>
        </thead>
        <tbody>
          {merchants.map((merchant) => (
            <MerchantRow key={merchant.id} merchant={merchant} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function MerchantRow({ merchant }: { merchant: Merchant }) {
  const { id, brandName, country, partnerName, suspendedAt, currencies, people, lastPaymentAt } = merchant;
  const none = (words: string) => <span className={ui.dim}>{words}</span>;
  return (
    <tr>
      <td data-on="a" title={brandName}>
        <Link className={table.row} href={`/operator/merchants/${id}`}>
          {brandName}
        </Link>{" "}
        <small className={ui.dim}>{country}</small>
      </td>
      <td data-on="b">
        <MerchantState suspended={suspendedAt !== null} />
      </td>
      <td data-drop="" className={ui.muted} title={partnerName ?? undefined}>
        {partnerName ?? none("none")}
      </td>
      <td data-on="c">{currencies.length > 0 ? currencies.join(", ") : none("no live account")}</td>
      <td data-drop="" data-count="">
        {people}
      </td>
      <td data-on="d" className={ui.muted}>
        {lastPaymentAt ? <Time at={lastPaymentAt} /> : none("none yet")}
      </td>
      <td data-on="e">
        <Id value={id} label="merchant ID" shown={-8} />
      </td>
    </tr>
  );
}

/** Whether a merchant may accept payments. */
export function MerchantState({ suspended }: { suspended: boolean }) {
  return suspended ? (
    <Status tone="bad" glyph="stop">
      Suspended
    </Status>
  ) : (
    <Status tone="good" glyph="done">
      Active
    </Status>
  );
}
