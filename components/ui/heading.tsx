import type { ReactNode, RefObject } from "react";
import s from "./heading.module.css";
import { Icon } from "./icons";
import { Link } from "./link";
import { SampleLegend } from "./sample";
import { formatNumber } from "./text";
import { ZoneLead } from "./time/zone";
import ui from "./ui.module.css";

type Props = {
  title: string;
  lead?: ReactNode;
  action?: ReactNode;
  /** The rows of a page that may show samples of the demo. */
  samples?: readonly { id: string }[];
};

/** The head of a page: title, lead, primary action. The zone follows where times are shown. */
export function Heading({ title, lead, action, samples }: Props) {
  return (
    <header className={s.head}>
      <div>
        <h1>{title}</h1>
        <div className={s.lead}>
          {lead || samples ? (
            <p>
              {lead}
              <SampleLegend rows={samples ?? []} />
            </p>
          ) : null}
          <ZoneLead />
        </div>
      </div>
      {action}
    </header>
  );
}

type StateProps = {
  title: ReactNode;
  /** Of the title, which takes the focus once a pressed button is gone. */
  titleRef?: RefObject<HTMLHeadingElement | null>;
  /** Beside an open list, the title is of its second level. */
  as?: "h1" | "h2";
  /** The state of the thing, beside its name. */
  state?: ReactNode;
  /** The sentence under the name; `isLive`: it is announced when it changes. */
  summary: ReactNode;
  isLive?: boolean;
  actions: ReactNode;
  /** Under the summary. */
  children?: ReactNode;
};

/** The head of a page about one thing: its name and state, a summary, and what can be done with it. */
export function StateHeading(props: StateProps) {
  const { title, titleRef, as: Title = "h1", state, summary, isLive, actions, children } = props;
  return (
    <header className={ui.thing}>
      <div>
        <Title ref={titleRef} tabIndex={titleRef ? -1 : undefined}>
          {title} {state ? <span>{state}</span> : null}
        </Title>
        {summary ? (
          <p className={ui.say} role={isLive ? "status" : undefined}>
            {summary}
          </p>
        ) : null}
        {Title === "h1" ? <ZoneLead /> : null}
        {children}
      </div>
      <div className={ui.actions}>{actions}</div>
    </header>
  );
}

type SectionProps = {
  title: string;
  /** Beside the title: the number of rows. */
  count?: number;
  first?: boolean;
  children?: ReactNode;
};

export function Section({ title, count, first, children }: SectionProps) {
  return (
    <div className={s.section} data-first={first ? "" : undefined}>
      <h2>
        {title}
        {count ? <small> {formatNumber(count)}</small> : null}
      </h2>
      {children}
    </div>
  );
}

/** Beside the head of a section: the page with all rows of which it shows some. */
export function AllLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link className={s.all} href={href}>
      {children}
      <Icon name="right" />
    </Link>
  );
}

type Crumb = { href: string; name: string };

/** Breadcrumbs: the list (under the page `above` it, if any), then this page. */
export function Crumbs({ href, name, here, above }: Crumb & { here: string; above?: Crumb }) {
  const ways = [...(above ? [above] : []), { href, name }];
  return (
    <nav className={s.crumbs} aria-label="Breadcrumbs">
      <ol>
        {ways.map((way) => (
          <li key={way.href}>
            <Link href={way.href}>{way.name}</Link>
          </li>
        ))}
        <li>
          <span aria-current="page" title={here}>
            {here}
          </span>
        </li>
      </ol>
    </nav>
  );
}
