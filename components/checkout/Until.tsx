import { dateTimeText, untilText } from "./languages/format";

type Moment = { at: Date; locale: string };

/** The end of a link: its day, and the time unless it ends with the day. The script shows it in the customer's zone. */
export const Until = ({ at, locale }: Moment) => (
  <time dateTime={at.toISOString()} data-until="">
    {untilText(at, locale)}
  </time>
);

/** A day and a time with its zone. The script shows it in the customer's zone. */
export const When = ({ at, locale }: Moment) => (
  <time dateTime={at.toISOString()} data-day="">
    {dateTimeText(at, locale)}
  </time>
);
