import { useRouter } from "next/navigation";
import { without } from "../../ui/filter/filter-address";
import { ChoiceChip, FilterChip, OneText } from "../../ui/filter/filter-chip";
import { chipLinks } from "../../ui/filter/filter-fields";
import { TimeChip } from "../../ui/filter/filter-time";
import { SomeChip } from "../../ui/filter/some-chip";
import { ABOUT, LOGGED_TYPES, type LogFilter, logPath } from "./log-filter";

type ChipsProps = {
  path: string;
  filter: LogFilter;
  /** The page is of one endpoint, so there is no chip for it. */
  fixed: boolean;
  /** The names of the merchant's endpoints. */
  endpoints: readonly string[];
};

const TYPE_CHOICES = LOGGED_TYPES.map((value) => ({ value, words: <code>{value}</code> }));

function notAnId(text: string): string | null {
  if (ABOUT.test(text)) return null;
  return "Enter an ID such as 01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a12 or evt_01931f4e-…";
}

/** The filters of the delivery log. Their state is in the address. */
export function DeliveryChips({ path, filter, fixed, endpoints }: ChipsProps) {
  const router = useRouter();
  const to = (next: LogFilter) => logPath(path, next, { fixed });
  const chip = chipLinks(filter, to);
  const { types, about } = filter;
  return (
    <>
      <SomeChip
        name="Event"
        choices={TYPE_CHOICES}
        // Two names of types are wider than a phone.
        value={types && types.length > 1 ? `${types.length} types` : undefined}
        {...chip("types")}
      />
      {fixed ? null : (
        <ChoiceChip
          name="Endpoint"
          label="Endpoints"
          choices={[null, ...endpoints].map((value) => ({ value, words: value ?? "Default URL" }))}
          {...chip("endpoint")}
        />
      )}
      <FilterChip name="Payment" value={about && `…${about.slice(-8)}`} off={to(without(filter, "about"))}>
        {(close) => (
          <OneText
            id="log-about"
            label="ID"
            help="ID of a payment request, a payment link or an event"
            value={about}
            check={notAnId}
            onDone={(next) => {
              close();
              router.push(to({ ...filter, about: next }));
            }}
          />
        )}
      </FilterChip>
      <TimeChip name="Date" filter={filter} to={to} />
    </>
  );
}
