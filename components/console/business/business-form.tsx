import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button";
import { AreaField, Form, TextField } from "../../ui/fields";
import { useLeaveQuestion } from "../../ui/layers/leave-question";
import { useFocusOnFailure } from "../../ui/layers/return-focus";
import { Note } from "../../ui/parts";
import { useConsole } from "../../ui/queries";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import type { Business } from "./business-labels";

type Values = { taxNumber: string; postalAddress: string; helpAddress: string };

const AT_FIELDS = ["tax_number", "postal_address", "help_address"];
const ADDRESS_ROWS = 3;

function valuesOf({ taxNumber, postalAddress, helpAddress }: Business): Values {
  return { taxNumber: taxNumber ?? "", postalAddress: postalAddress ?? "", helpAddress: helpAddress ?? "" };
}

/** Tax number and address, which receipts show, and where customers get help. */
export function BusinessForm({ business }: { business: Business }) {
  const { trpc, merchantId } = useConsole();
  const queries = useQueryClient();
  const details = trpc.business.get.pathFilter();
  // The saved values and their version when the first character was typed, so that a refresh changes neither.
  const [draft, setDraft] = useState<(Values & { version: number }) | null>(null);
  const save = useAction(trpc.business.set, {
    unchanged: "Nothing was saved.",
    fields: AT_FIELDS,
    changes: [details],
    toast: "Changes saved",
    onDone: () => setDraft(null),
  });
  const form = useFocusOnFailure(save);
  const saved = valuesOf(business);
  const values = draft ?? { ...saved, version: business.version };
  const isTouched = (Object.keys(saved) as (keyof Values)[]).some((key) => values[key] !== saved[key]);
  const question = useLeaveQuestion(isTouched);
  const change = (typed: Partial<Values>) => {
    // The fields are read-only during a save: its end clears the draft, and with it what was typed meanwhile.
    if (save.busy) return;
    save.reset();
    setDraft({ ...values, ...typed });
  };
  const discard = () => {
    save.reset();
    setDraft(null);
    void queries.invalidateQueries(details);
  };
  return (
    <Form ref={form} className={ui.settings} onSubmit={() => save.run({ merchantId, ...values })}>
      {save.failure ? <Note tone="bad">{save.failure}</Note> : null}
      <Fields values={values} errors={save.errors} brandName={business.brandName} onChange={change} />
      <div className={ui.actions}>
        <Button look="primary" type="submit" disabled={save.busy}>
          Save changes
        </Button>
        {isTouched ? (
          <Button disabled={save.busy} onClick={discard}>
            {save.errors["version"] ? "Reload" : "Discard"}
          </Button>
        ) : null}
        <span className={ui.muted} role="status">
          {isTouched ? "Unsaved changes" : <LastSave saved={business.saved} />}
        </span>
      </div>
      {question}
    </Form>
  );
}

function LastSave({ saved }: Pick<Business, "saved">) {
  if (!saved) return null;
  return (
    <>
      Saved <Time at={saved.at} as="date" />
      {saved.by === null ? "" : ` by ${saved.by}`}
    </>
  );
}

type FieldsProps = {
  values: Values;
  errors: Record<string, string>;
  brandName: string;
  onChange: (typed: Partial<Values>) => void;
};

function Fields({ values, errors, brandName, onChange }: FieldsProps) {
  const errorAt = (field: string) => errors[field] && `Not saved: ${errors[field]}.`;
  return (
    <>
      <TextField
        id="tax-number"
        label="Tax number"
        optional
        help="On receipts."
        error={errorAt("tax_number")}
        value={values.taxNumber}
        onChange={({ currentTarget }) => onChange({ taxNumber: currentTarget.value })}
      />
      <AreaField
        id="postal-address"
        label="Address"
        optional
        help="On receipts. Up to 5 lines."
        error={errorAt("postal_address")}
        rows={ADDRESS_ROWS}
        value={values.postalAddress}
        onChange={({ currentTarget }) => onChange({ postalAddress: currentTarget.value })}
      />
      <TextField
        id="help-address"
        label="Help address"
        optional
        help={`An e-mail address or a web address. When a payment can’t continue, customers see “Contact ${brandName}”.`}
        error={errorAt("help_address")}
        inputMode="email"
        placeholder="help@shop.example"
        value={values.helpAddress}
        onChange={({ currentTarget }) => onChange({ helpAddress: currentTarget.value })}
      />
    </>
  );
}
