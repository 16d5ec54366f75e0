"use client";

import { Stat, Stats } from "../../ui/fact";
import { Heading, Section } from "../../ui/heading";
import { TableSkeleton } from "../../ui/skeleton";
import ui from "../../ui/ui.module.css";
import { LATEST_PAYMENT_HEADS } from "../payments/payments-columns";
import s from "./overview.module.css";

const FIGURES = ["Received", "Payments completed", "Conversion after bank selection", "Time to approval, median"];

function Bar({ width }: { width: string }) {
  return <span className={ui.skeleton} style={{ width }} />;
}

/** The overview while its figures load, in its own layout. */
export function OverviewSkeleton() {
  return (
    <div aria-busy="true">
      <Heading title="Home" lead={<Bar width="11rem" />} />
      <section className={s.attention}>
        <Section title="Needs your attention" first />
        <p className={s.calm}>
          <Bar width="14rem" />
        </p>
      </section>
      <Stats>
        {FIGURES.map((name) => (
          <Stat key={name} name={name} value={<Bar width="60%" />}>
            <Bar width="80%" />
          </Stat>
        ))}
      </Stats>
      <div className={s.waiting} />
      <Section title="Latest payments" />
      <TableSkeleton label="Loading overview" heads={LATEST_PAYMENT_HEADS} />
    </div>
  );
}
