import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { without } from "../../ui/filter/filter-address";
import { OneText } from "../../ui/filter/filter-chip";
import { FilterTabs } from "../../ui/filter/filter-list";
import { useConfirmation } from "../../ui/layers/confirm-button";
import { MoreMenu } from "../../ui/layers/menu";
import { PopoverButton } from "../../ui/layers/popover-button";
import { Note } from "../../ui/parts";
import { type Outputs, useConsole } from "../../ui/queries";
import { useAction } from "../../ui/use-action";
import { PAYMENTS_PATH } from "./payment-path";
import s from "./payments.module.css";
import { type PaymentsFilter, paymentsPath, saveHelp } from "./payments-filter";

type Counts = Outputs["payments"]["views"]["counts"];

const BUILT_IN: { words: string; filter: PaymentsFilter; counted: keyof Counts }[] = [
  { words: "All payments", filter: {}, counted: "all" },
  { words: "At the bank", filter: { stages: ["at_bank"] }, counted: "atBank" },
  { words: "Needs review", filter: { flag: "needs_review" }, counted: "needsReview" },
  { words: "Returned", filter: { flag: "returned" }, counted: "returned" },
];

const MAX_NAME = 40;
const COUNTS_REFRESH_MS = 15_000;

/** The views of the list: the built-in ones, and those that this person saved. */
export function PaymentsViews({ filter: shown }: { filter: PaymentsFilter }) {
  const { trpc, merchantId, test } = useConsole();
  const { data: saved = [] } = useQuery(trpc.payments.views.list.queryOptions({ merchantId }));
  const { data: counts } = useQuery(
    trpc.payments.views.counts.queryOptions({ merchantId, test }, { refetchInterval: COUNTS_REFRESH_MS }),
  );
  // A view is kept for long: neither a customer is saved nor the text that is searched for, often a name.
  const filter = paymentsPath(without(shown, "search", "customer"));
  const all = [
    ...BUILT_IN.map(({ words, filter, counted }) => {
      return { words, href: paymentsPath(filter), id: null, count: counts?.[counted] };
    }),
    // A count of each saved view would be twenty counts of the list.
    ...saved.map(({ id, name, search }) => ({ words: name, href: `${PAYMENTS_PATH}?${search}`, id, count: undefined })),
  ];
  const present = all.find(({ href }) => href === filter);
  const own = saved.find(({ id }) => id === present?.id);
  return (
    <div className={s.views}>
      <FilterTabs label="Views" tabs={all.map((view) => ({ ...view, isHere: view === present }))} />
      {own ? <ViewMenu view={own} /> : null}
      {all.some(({ href }) => href === filter) ? null : (
        <SaveView search={filter.slice(PAYMENTS_PATH.length + 1)} help={saveHelp(shown)} />
      )}
    </div>
  );
}

function SaveView({ search, help }: { search: string; help: string }) {
  const { trpc, merchantId } = useConsole();
  const save = useAction(trpc.payments.views.save, {
    unchanged: "The view was not saved.",
    changes: [trpc.payments.views.list.queryFilter()],
    toast: "View saved",
  });
  return (
    <PopoverButton
      look="plain"
      className={s.save}
      label="Save view"
      opens={(close) => (
        <>
          <OneText
            id="view-name"
            label="Name"
            help={help}
            value={undefined}
            action="Save view"
            check={(text) =>
              text === "" || text.length > MAX_NAME ? `Enter a name of up to ${MAX_NAME} characters.` : null
            }
            onDone={(name) => save.run({ merchantId, name, search }, { onSuccess: close })}
          />
          {save.failure ? <Note tone="bad">{save.failure}</Note> : null}
        </>
      )}
    >
      Save view
    </PopoverButton>
  );
}

function ViewMenu({ view }: { view: Outputs["payments"]["views"]["list"][number] }) {
  const { trpc, merchantId } = useConsole();
  const router = useRouter();
  const remove = useAction(trpc.payments.views.delete, {
    unchanged: "The view was not deleted.",
    changes: [trpc.payments.views.list.queryFilter()],
    onDone: () => router.push(PAYMENTS_PATH),
  });
  const { ask, dialog } = useConfirmation({
    title: `Delete ${view.name}?`,
    children: "Payments are not affected.",
    action: "Delete view",
    act: remove,
    input: { merchantId, id: view.id },
  });
  return (
    <>
      <MoreMenu
        look="plain"
        label={`Actions for ${view.name}`}
        items={[{ words: "Delete view", icon: "x", danger: true, onChoose: ask }]}
      />
      {dialog}
    </>
  );
}
