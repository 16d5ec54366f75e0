"use client";

import { Section } from "../../ui/heading";
import { TableSkeleton } from "../../ui/skeleton";
import ui from "../../ui/ui.module.css";
import shell from "../frame/shell.module.css";
import { PAYMENT_HEADS } from "../payments/payments-columns";
import s from "./overview.module.css";

const FIGURES = ["Received", "Payments completed", "Conversion after bank selection", "Time to approval, median"];

function Bar({ width }: { width: string }) {
  return <span className={ui.skeleton} style={{ width }} />;
}

/** The overview while its figures load, in its own layout. */
export function OverviewSkeleton() {
  return (
    <div aria-busy="true">
      <p className={s.eyebrow}>
        <Bar width="11rem" />
      </p>
      <header className={shell.head}>
        <h1 className={s.news}>Overview</h1>
      </header>
      <dl className={s.figures}>
        {FIGURES.map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Bar width="60%" />
            </dd>
            <dd>
              <Bar width="80%" />
            </dd>
          </div>
        ))}
      </dl>
      <Section title="Needs your attention" />
      <div className={s.waiting} />
      <Section title="Latest payments" />
      <TableSkeleton label="Loading overview" heads={PAYMENT_HEADS} />
    </div>
  );
}
