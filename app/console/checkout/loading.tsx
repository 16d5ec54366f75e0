import s from "@/components/console/checkout/checkout.module.css";
import { Heading, Section } from "@/components/ui/heading";
import ui from "@/components/ui/ui.module.css";

const SECTIONS = ["Name and colour", "Logo", "Allowed domains"];

export default function Loading() {
  return (
    <>
      <Heading title="Checkout" />
      <div className={s.split} aria-busy="true">
        <div>
          {SECTIONS.map((title, index) => (
            <div key={title}>
              <Section title={title} first={index === 0} />
              <div className={s.form} aria-hidden="true">
                <span className={ui.skeleton} style={{ width: "40%" }} />
                <span className={ui.skeleton} style={{ width: "70%" }} />
              </div>
            </div>
          ))}
        </div>
        <span className={`${ui.skeleton} ${s.waiting}`} />
      </div>
    </>
  );
}
