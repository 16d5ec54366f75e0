"use client";

import { Button } from "../../ui/button";
import { addressOf } from "../../ui/filter/filter-address";
import { ChoiceChip } from "../../ui/filter/filter-chip";
import { FilterBar, KeysetPages } from "../../ui/filter/filter-list";
import { Heading } from "../../ui/heading";
import { useNamedRow, useOpenLayer } from "../../ui/layers/open-layer";
import { Link } from "../../ui/link";
import { EmptyState, Money, TestTag } from "../../ui/parts";
import { type Outputs, useMay, useServedQuery, useTRPC } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { type Column, Table } from "../../ui/table";
import { Time } from "../../ui/time/time";
import s from "../frame/operator.module.css";
import { ReasonDrawer } from "../frame/reason-drawer";
import { useOperatorAction } from "../frame/use-operator-action";
import { EXCEPTION_LABELS } from "./exception-labels";

type Exceptions = Outputs["platform"]["exceptions"]["list"];
type Exception = Exceptions["items"][number];
export type ExceptionKind = Exception["kind"];

const PATH = "/operator/exceptions";
const KINDS = Object.keys(EXCEPTION_LABELS) as ExceptionKind[];

/** Open exceptions of all merchants. */
export function ExceptionsPage({
  first,
  ...query
}: {
  first: Exceptions;
  kind: ExceptionKind | null;
  cursor?: string;
}) {
  const trpc = useTRPC();
  const mayResolve = useMay()("platform.exceptions.resolve");
  const { open, value, show, close } = useOpenLayer("resolve");
  const list = useServedQuery(trpc.platform.exceptions.list, query, first);
  const { items, newer, older } = list.data;
  const { kind } = query;
  const at = (cursor: string) => addressOf(PATH, { kind: kind ?? undefined, at: cursor });
  const resolving = useNamedRow(value, items, ({ id }) => id);
  return (
    <>
      <Heading title="Exceptions" lead="Payments that a person has to review. Resolving one changes no payment." />
      <FilterBar>
        <ChoiceChip
          name="Exception"
          label="Kinds of exception"
          chosen={kind ?? undefined}
          choices={KINDS.map((value) => ({ value, words: EXCEPTION_LABELS[value].what }))}
          off={PATH}
          hrefOf={(value) => addressOf(PATH, { kind: value })}
        />
      </FilterBar>
      <QueryFailure what="The list" query={list} />
      {items.length === 0 ? (
        <EmptyState title="No exceptions">
          {kind === null
            ? "Every payment matches what its bank and the bank statement say."
            : "No exceptions of this kind."}
        </EmptyState>
      ) : (
        <ExceptionTable exceptions={items} onResolve={mayResolve ? ({ id }) => show("resolve", id) : null} />
      )}
      <KeysetPages order="Live first, newest first" newer={newer && at(newer)} older={older && at(older)} />
      {open && resolving && mayResolve ? <ResolveException exception={resolving} onClose={close} /> : null}
    </>
  );
}

type ExceptionsProps = { exceptions: Exception[]; onResolve: ((exception: Exception) => void) | null };

function ExceptionTable({ exceptions, onResolve }: ExceptionsProps) {
  const columns: Column<Exception>[] = [
    { head: "Detected", width: "8.5rem", drop: "narrow", muted: true, cell: ({ at }) => <Time at={at} /> },
    { head: "Exception", phone: "title", title: ({ kind }) => EXCEPTION_LABELS[kind].what, cell: What },
    { head: "Amount", width: "9rem", phone: "end", kind: "money", cell: Money },
    {
      head: "Merchant",
      width: "10rem",
      title: ({ brandName }) => brandName,
      cell: MerchantLink,
    },
    {
      head: "On a phone",
      phone: "only",
      cell: (exception) => (
        <>
          <MerchantLink {...exception} />, <Time at={exception.at} />
        </>
      ),
    },
    {
      head: "Reference",
      width: "10rem",
      phone: "below",
      title: ({ paymentReference }) => paymentReference,
      cell: ({ merchantId, paymentRequestId, paymentReference }) => (
        <Link href={`/open/${merchantId}?to=/console/payments/${paymentRequestId}`}>{paymentReference}</Link>
      ),
    },
    {
      head: "Actions",
      headHidden: true,
      width: "6rem",
      phone: "lineEnd",
      cell: (exception) =>
        onResolve ? (
          <Button
            slim
            aria-label={`Resolve: ${EXCEPTION_LABELS[exception.kind].what}, ${exception.paymentReference}`}
            onClick={() => onResolve(exception)}
          >
            Resolve
          </Button>
        ) : null,
    },
  ];
  return (
    <Table
      caption="Exceptions, live ones first, then newest first"
      columns={columns}
      rows={exceptions}
      keyOf={({ id }) => id}
      under={({ kind, detail, bankName }) => (
        <>
          {EXCEPTION_LABELS[kind].todo} {bankName ? `${bankName}: ` : ""}
          {detail}
        </>
      )}
    />
  );
}

function MerchantLink({ merchantId, brandName }: Exception) {
  return <Link href={`/operator/merchants/${merchantId}`}>{brandName}</Link>;
}

function What({ kind, test }: Exception) {
  return (
    <span className={s.account}>
      <span>{EXCEPTION_LABELS[kind].what}</span>
      {test ? <TestTag /> : null}
    </span>
  );
}

function ResolveException({ exception, onClose }: { exception: Exception; onClose: () => void }) {
  const trpc = useTRPC();
  const resolve = useOperatorAction(trpc.platform.exceptions.resolve, {
    unchanged: "The exception is still open.",
    fields: ["note"],
    onDone: onClose,
  });
  const { kind, brandName, paymentReference } = exception;
  return (
    <ReasonDrawer
      title={`${EXCEPTION_LABELS[kind].what}: ${paymentReference}`}
      label="What you found"
      help="Kept with the exception and in the merchant’s audit log."
      field="note"
      action="Resolve exception"
      act={resolve}
      onSubmit={(note) => resolve.run({ id: exception.id, note })}
      onClose={onClose}
    >
      {brandName}, <Money {...exception} />. {EXCEPTION_LABELS[kind].todo} The payment does not change. If it is
      detected again with other details, it is listed again.
    </ReasonDrawer>
  );
}
