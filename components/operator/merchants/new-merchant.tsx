"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { failureOf, useTRPC } from "../../console/frame/queries";
import { Drawer, DrawerForm } from "../../ui/drawer";
import { SelectField, TextField } from "../../ui/fields";
import { formatFailure } from "../../ui/format-failure";
import { Note } from "../../ui/parts";
import { useChanged } from "../frame/use-act";

const MAX_BRAND_NAME = 70;
const AT_FIELDS = ["brand_name", "country", "partner_id"];

type NewMerchantProps = {
  /** The partner of the new merchant, if it is fixed. */
  partner: { id: string; name: string } | null;
  onClose: () => void;
  onMade: (id: string) => void;
};

/** The form of a new merchant. */
export function NewMerchant({ partner, onClose, onMade }: NewMerchantProps) {
  const trpc = useTRPC();
  const changed = useChanged();
  const create = useMutation(
    trpc.platform.merchants.create.mutationOptions({
      onSuccess: async ({ id }) => {
        await changed();
        onMade(id);
      },
    }),
  );
  const failure = create.error ? failureOf(create.error) : null;
  const isAtField = AT_FIELDS.some((field) => failure?.fields[field]);
  const submit = (form: FormData) => {
    const partnerId = partner?.id ?? String(form.get("partner") ?? "");
    create.mutate({
      brandName: String(form.get("brandName") ?? ""),
      country: String(form.get("country") ?? ""),
      ...(partnerId === "" ? {} : { partnerId }),
    });
  };
  return (
    <Drawer title={partner ? `New merchant of ${partner.name}` : "New merchant"} onClose={onClose}>
      <DrawerForm action="Create merchant" busy={create.isPending} onSubmit={submit}>
        {failure && !isAtField ? <Note tone="bad">{formatFailure(failure, "Nothing was created.")}</Note> : null}
        <TextField
          id="merchant-name"
          label="Name"
          help="Customers see it at checkout, and banks get it as the payee."
          error={failure?.fields["brand_name"]}
          name="brandName"
          autoComplete="off"
          maxLength={MAX_BRAND_NAME}
        />
        <TextField
          id="merchant-country"
          label="Country"
          help="Two letters, ISO 3166-1. The bank picker opens with this country."
          error={failure?.fields["country"]}
          name="country"
          defaultValue="PT"
          maxLength={2}
          autoComplete="off"
          spellCheck={false}
        />
        {partner ? null : <PartnerField error={failure?.fields["partner_id"]} />}
      </DrawerForm>
    </Drawer>
  );
}

function PartnerField({ error }: { error: string | undefined }) {
  const trpc = useTRPC();
  const partners = useQuery(trpc.platform.partners.list.queryOptions());
  return (
    <SelectField
      id="merchant-partner"
      label="Partner"
      optional
      help="The partner that acts for this merchant."
      error={error}
      name="partner"
      defaultValue=""
    >
      <option value="">None</option>
      {(partners.data ?? []).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
