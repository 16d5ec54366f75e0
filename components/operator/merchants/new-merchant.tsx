import { useQuery } from "@tanstack/react-query";
import { SelectField, TextField } from "../../ui/fields";
import { FormDrawer } from "../../ui/layers/layers";
import { useTRPC } from "../../ui/queries";
import { useOperatorAction } from "../frame/use-operator-action";

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
  const create = useOperatorAction(trpc.platform.merchants.create, {
    unchanged: "Nothing was created.",
    fields: AT_FIELDS,
    onDone: ({ id }) => onMade(id),
  });
  const submit = (form: FormData) => {
    const partnerId = partner?.id ?? String(form.get("partner") ?? "");
    create.run({
      brandName: String(form.get("brandName") ?? ""),
      country: String(form.get("country") ?? ""),
      ...(partnerId === "" ? {} : { partnerId }),
    });
  };
  return (
    <FormDrawer
      title={partner ? `New merchant of ${partner.name}` : "New merchant"}
      onClose={onClose}
      action="Create merchant"
      act={create}
      onSubmit={submit}
    >
      <TextField
        id="merchant-name"
        label="Name"
        help="Customers see it at checkout, and banks get it as the payee."
        error={create.errors["brand_name"]}
        name="brandName"
        maxLength={MAX_BRAND_NAME}
      />
      <TextField
        id="merchant-country"
        label="Country"
        help="Two letters, ISO 3166-1. The bank picker opens with this country."
        error={create.errors["country"]}
        name="country"
        defaultValue="PT"
        maxLength={2}
      />
      {partner ? null : <PartnerField error={create.errors["partner_id"]} />}
    </FormDrawer>
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
