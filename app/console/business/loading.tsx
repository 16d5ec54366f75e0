import { BUSINESS_LEAD } from "@/components/console/business/business-labels";
import s from "@/components/console/checkout/checkout.module.css";
import { Heading } from "@/components/ui/heading";
import ui from "@/components/ui/ui.module.css";

const WIDTHS = ["40%", "70%", "55%", "65%"];

export default function Loading() {
  return (
    <>
      <Heading title="Business" lead={BUSINESS_LEAD} />
      <div className={s.form} aria-busy="true">
        <p className={ui.hidden} role="status">
          Loading business details
        </p>
        {WIDTHS.map((width) => (
          <span key={width} className={ui.skeleton} style={{ width }} aria-hidden="true" />
        ))}
      </div>
    </>
  );
}
