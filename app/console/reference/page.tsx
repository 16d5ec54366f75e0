import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { pathValues } from "@/components/console/developers/call-code";
import {
  type FormValues,
  firstValues,
  type Operation,
  valuesFrom,
  variantOf,
} from "@/components/console/developers/form-values";
import { ReferencePage } from "@/components/console/developers/reference";
import { type Search, textOf } from "@/components/ui/filter/filter-address";
import type { CallDetail } from "@/server/developer-tools/read-call";
import { withoutLeftOut } from "@/server/developer-tools/recorded-parts";
import { env } from "@/server/lib/config/env";
import { asJson, requireConsolePage } from "../context";

export const metadata: Metadata = { title: "Reference" };

const FIRST_SHOWN = "createPaymentLink";

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const search = await searchParams;
  const { merchant, may, api } = await requireConsolePage();
  const merchantId = merchant.id;
  const operations = asJson(await api.developers.reference.read({ merchantId })) as Operation[];
  const wanted = textOf(search, "operation") ?? FIRST_SHOWN;
  const operation = operations.find(({ id }) => id === wanted);
  if (!operation) notFound();
  const from = may.includes("developers.calls.get") ? textOf(search, "from") : undefined;
  // An unknown or deleted call leaves the form with its defaults.
  const call = from ? await api.developers.calls.get({ merchantId, id: from }).catch(() => null) : null;
  const begun = call?.endpoint === operation.id ? fromCall(operation, call) : afresh(operation);
  return (
    <ReferencePage
      key={`${operation.id} ${from}`}
      operations={operations}
      operation={operation}
      baseUrl={env().baseUrl}
      {...begun}
    />
  );
}

type Begun = { values: FormValues; variant: number; leftOut: string[] | null };

function afresh(operation: Operation): Begun {
  const variant = variantOf(operation, operation.example);
  const values = firstValues(operation.variants[variant]?.fields ?? [], operation.example);
  return { values, variant, leftOut: null };
}

/** The form filled with a logged call. */
function fromCall(operation: Operation, { sent, path, repeat }: CallDetail): Begun {
  const body = withoutLeftOut(sent.body);
  const query = withoutLeftOut({ ...pathValues(operation.path, path), ...sent.query });
  const variant = variantOf(operation, body);
  const values = {
    ...valuesFrom(operation.variants[variant]?.fields ?? [], body),
    ...valuesFrom(operation.parameters, query),
  };
  return { values, variant, leftOut: repeat.kind === "incomplete" ? repeat.leftOut : null };
}
