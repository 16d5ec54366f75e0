import type { ReactNode } from "react";
import { Brand } from "../../ui/parts";
import s from "./sign-in.module.css";

/** The page around everything before the Console: the form on the left, the river on the right. */
export function SignInFrame({ host, outbox, children }: { host: string; outbox: boolean; children: ReactNode }) {
  return (
    <div className={s.sign}>
      <main>
        <Brand />
        {children}
        <footer className={s.footer}>
          <p>{host}</p>
          <nav aria-label="About this installation">
            {outbox ? <a href="/outbox">E-mail outbox</a> : null}
            <a href="/openapi.json">API</a>
          </nav>
        </footer>
      </main>
      <River />
    </div>
  );
}

const LINES = 32;
const STEP = 10;
const WIDTH = 800;

/** The curve of the river bank: a hill left of the middle, in units of the drawing. */
function bankAt(x: number): number {
  const hill = 205 * Math.exp(-(((x - 465) / 165) ** 2));
  return 690 - hill - 0.02 * x + 8 * Math.sin(x / 90);
}

/** One thin line: the lower it is, the more it follows the bank. */
function line(index: number): string {
  const share = index / (LINES - 1);
  const points: string[] = [];
  for (let x = -STEP; x <= WIDTH + STEP; x += STEP) {
    const y = share * bankAt(x) + (1 - share) * (6 * Math.sin(x / 140) - 20);
    points.push(`${x} ${y.toFixed(1)}`);
  }
  return `M${points.join("L")}`;
}

/** The picture beside the sign-in: computed lines that follow a river bank. */
function River() {
  const paths = Array.from({ length: LINES }, (_, index) => line(index));
  return (
    <svg className={s.river} viewBox="0 0 800 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      {paths.map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}
