import { useState } from "react";
import { Button } from "../../ui/button";
import {
  AreaField,
  BareInput,
  Checkbox,
  Choices,
  Input,
  Radio,
  Segments,
  SelectField,
  TextField,
} from "../../ui/fields";
import { ChoiceChip } from "../../ui/filter/filter-chip";
import { FilterBar, FilterTabs, KeysetPages } from "../../ui/filter/filter-list";
import { Icon } from "../../ui/icons";
import { PopoverButton } from "../../ui/layers/popover-button";
import ui from "../../ui/ui.module.css";
import { WaitingRows } from "../../ui/waiting-rows";

const PATH = "/operator/kit";
const SHAPES = { chart: "Chart", table: "Table" };

/** Fields and filters in each of their states. */
export function KitFields() {
  const [shape, setShape] = useState<keyof typeof SHAPES>("chart");
  return (
    <div className={ui.lines}>
      <div className={ui.pair}>
        <TextField id="kit-rest" label="Amount" help="In euros." placeholder="25.50" inputMode="decimal" />
        <TextField id="kit-optional" label="Order" optional defaultValue="A-20929" />
      </div>
      <div className={ui.pair}>
        <TextField id="kit-error" label="Amount" error="Enter an amount, e.g. 25.50" defaultValue="abc" />
        <TextField id="kit-disabled" label="Country" disabled defaultValue="Portugal" />
      </div>
      <div className={ui.pair}>
        <TextField id="kit-before" label="Web address" before={<span className={ui.muted}>https://</span>} />
        <SelectField id="kit-select" label="Currency" defaultValue="EUR">
          <option>EUR</option>
          <option>SEK</option>
        </SelectField>
      </div>
      <AreaField id="kit-area" label="Reason" help="Kept in the audit log." rows={3} />
      <Checkbox defaultChecked help="After each payment">
        Send receipts
      </Checkbox>
      <Checkbox disabled>Disabled</Checkbox>
      <AreaField id="kit-code" label="Connection as JSON" mono rows={3} defaultValue={'{ "bank": "novobanco" }'} />
      <Choices id="kit-mode" legend="Mode" error="Choose a mode.">
        <Radio name="kit-mode" defaultChecked>
          Both modes
        </Radio>
        <Radio name="kit-mode">Live only</Radio>
      </Choices>
      <Segments legend="Show as" legendShown options={SHAPES} value={shape} onChange={setShape} />
      <p className={ui.actions}>
        <Input before={<Icon name="search" />} type="search" aria-label="Find a merchant" placeholder="Merchant name" />
        <BareInput type="color" aria-label="Colour" defaultValue="#1a6b4f" />
      </p>
      <FilterTabs
        label="Kit tabs"
        tabs={[
          { words: "All", href: PATH, isHere: true },
          { words: "Failed", href: `${PATH}?status=failed`, isHere: false },
        ]}
      />
      <FilterBar search={{ path: PATH, keep: {}, value: undefined, label: "Search the kit", placeholder: "Name" }}>
        {[undefined, "Millennium bcp"].map((value) => (
          <ChoiceChip
            key={value ?? "none"}
            name={value ? "Bank" : "Currency"}
            label="Choices"
            chosen={value}
            choices={[{ value: "One", words: "One" }]}
            off={PATH}
            hrefOf={() => PATH}
          />
        ))}
      </FilterBar>
      <div className={ui.actions}>
        <PopoverButton label="Details" opens={(close) => <Button onClick={close}>Close details</Button>}>
          Details
        </PopoverButton>
        <WaitingRows count={3} show={() => undefined} />
      </div>
      <KeysetPages order="Newest first" newer={PATH} older={PATH} />
    </div>
  );
}
