import { sha256 } from "../../lib/crypto";
import { sampleId } from "./dice";
import { HABITS } from "./habits";
import type { SampleLink } from "./link-rows";
import { bytea } from "./payment-rows";
import type { SamplePayment } from "./plan-payments";
import type { Rows } from "./samples-store";
import { RESOLVED_AFTER_MS, type SampleStory } from "./story-of";

const DAY_MS = 24 * 3_600_000;
const INVITATION_MS = 7 * DAY_MS;
/** Addresses of documentation (RFC 5737), and a browser. */
const IP = "203.0.113.24";
const BROWSER =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

const [OLARIA = "", ALDER = "", KESTREL = ""] = HABITS.map(({ merchantId }) => merchantId);
const MEMBERS = (
  [
    [ALDER, "nora@alder.example", "Nora Albers", "owner", 96],
    [ALDER, "felix@alder.example", "Felix Wren", "admin", 86],
    [ALDER, "meike@alder.example", "Meike Sander", "finance", 41],
    [KESTREL, "gwen@kestrel.example", "Gwen Kestrel", "owner", 95],
    [KESTREL, "amir@kestrel.example", "Amir Shah", "developer", 63],
    [OLARIA, "pedro@olaria.example", "Pedro Sousa", "viewer", 30],
  ] as const
).map(([merchantId, email, name, role, joinedDaysAgo]) => {
  const id = sampleId("user", `${merchantId} ${email.split("@")[0]}`);
  return { id, merchantId, email, name, role, joinedDaysAgo };
});

const ago = (now: Date, days: number, hour = 9.4) =>
  new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - days * DAY_MS + hour * 3_600_000);

/** Further members of the three merchants, and one invitation that waits. No mail is sent to any of them. */
export function teamRows(now: Date, inviterId: string) {
  const users: Rows = MEMBERS.map(({ id, email, name, joinedDaysAgo }) => {
    return { id, email, name, created_at: ago(now, joinedDaysAgo) };
  });
  const memberships: Rows = MEMBERS.map(({ id, merchantId, role }) => {
    return { id: sampleId("membership", id), user_id: id, merchant_id: merchantId, role };
  });
  const invitedAt = new Date(now.getTime() - 2 * DAY_MS);
  const id = sampleId("invitation", "vera");
  const invitation = {
    id,
    merchant_id: OLARIA,
    email: "vera@olaria.example",
    role: "viewer",
    token_hash: bytea(sha256(`no mail has it: ${id}`)),
    invited_by: inviterId,
    created_at: invitedAt,
    sent_at: invitedAt,
    sent_count: 1,
    expires_at: new Date(invitedAt.getTime() + INVITATION_MS),
  };
  return { users, memberships, invitations: [invitation] };
}

type Act = {
  merchantId: string;
  actorId: string;
  at: Date;
  action: string;
  subjectId: string | null;
  detail: Record<string, unknown>;
  /** The operator decides what a merchant cannot. */
  asOperator?: boolean;
};

type Past = {
  links: readonly SampleLink[];
  sampled: readonly { payment: SamplePayment; story: SampleStory }[];
  /** The users of the first merchant, by the part of their address before the @. */
  users: ReadonlyMap<string, string>;
  operatorId: string;
  now: Date;
};

/** What the teams did in these days, oldest first, as the audit log's chains have them. */
export function auditRows(past: Past): Rows {
  const acts = [...ofLinks(past), ...ofExceptions(past), ...ofTeams(past), ...exports(past)];
  return acts
    .filter(({ at }) => at < past.now)
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ merchantId, actorId, at, action, subjectId, detail, asOperator }, nth) => ({
      id: sampleId("act", nth),
      at,
      actor_kind: "user",
      actor_id: actorId,
      acting_as: asOperator ? "admin" : "merchant",
      merchant_id: merchantId,
      action,
      subject_id: subjectId,
      detail: { ...detail, sample: true },
      request_id: sampleId("request", nth),
      ip: IP,
      user_agent: BROWSER,
      chain_id: merchantId,
    }));
}

/** Who works at a merchant at a time: at the first one the demo's own users, at the others the samples that have joined. */
function staffOf({ users, now }: Past, merchantId: string, at: Date): string[] {
  const isStaff = (one: (typeof MEMBERS)[number]) => one.merchantId === merchantId && ago(now, one.joinedDaysAgo) <= at;
  if (merchantId !== OLARIA) return MEMBERS.filter(isStaff).map(({ id }) => id);
  return ["ines", "tiago", "joao"].flatMap((mailbox) => users.get(mailbox) ?? []);
}

function ofLinks(past: Past): Act[] {
  return past.links.flatMap(({ id, payment, createdAt, state, endedAt }, nth) => {
    const { merchantId, orderId, amount, currency } = payment;
    const staff = staffOf(past, merchantId, createdAt);
    const actorId = staff[nth % staff.length] ?? "";
    const detail = { order_id: orderId, amount, currency, test: true };
    const common = { merchantId, actorId, subjectId: id, detail };
    const created = { ...common, at: createdAt, action: "payment_link.created" };
    if (state !== "cancelled" || !endedAt) return [created];
    return [created, { ...common, at: endedAt, action: "payment_link.cancelled" }];
  });
}

function ofExceptions({ sampled, operatorId }: Past): Act[] {
  return sampled.flatMap(({ payment, story: { exception } }) => {
    if (!exception?.resolvedNote) return [];
    const { kind, at, resolvedNote: note } = exception;
    const detail = { kind, payment_request_id: payment.id, note };
    const subjectId = sampleId("exception", payment.id);
    const when = new Date(at.getTime() + RESOLVED_AFTER_MS);
    const common = { merchantId: payment.merchantId, actorId: operatorId, asOperator: true };
    return [{ ...common, at: when, action: "payment_anomaly.resolved", subjectId, detail }];
  });
}

/** What the first merchant's team wrote about its last completed payment and the customer. */
export function noteRows({ sampled, users }: Pick<Past, "sampled" | "users">): Rows {
  const isShown = ({ merchantId, flow, end }: SamplePayment) =>
    merchantId === OLARIA && flow !== "link" && end === "paid";
  const payment = sampled.map((one) => one.payment).findLast(isShown);
  if (!payment) return [];
  const about = (minutes: number, author: string, subject: string, text: string) => ({
    ...{ id: sampleId("note", text), merchant_id: OLARIA, test: true, subject, text, acting_as: "merchant" },
    author_id: users.get(author),
    created_at: new Date(payment.createdAt.getTime() + minutes * 60_000),
  });
  return [
    about(17, "ines", payment.id, "Asked for blue glaze instead of white."),
    about(29, "joao", payment.id, "Blue is in the kiln, it ships on Friday.\nNo extra cost."),
    about(31, "ines", `id:${payment.customer.id}`, "Asks for an invoice with the company’s tax number."),
  ];
}

function ofTeams({ users, now }: Past): Act[] {
  const ines = users.get("ines") ?? "";
  const joined = MEMBERS.map(({ id, merchantId, email, role, joinedDaysAgo }) => {
    const at = ago(now, joinedDaysAgo);
    return { merchantId, actorId: id, at, action: "team.joined", subjectId: id, detail: { email, role } };
  });
  const about = (daysAgo: number, action: string, subjectId: string | null, detail: Record<string, unknown>): Act => {
    return { merchantId: OLARIA, actorId: ines, at: ago(now, daysAgo, 10.7), action, subjectId, detail };
  };
  return [
    ...joined,
    about(2, "team.invited", sampleId("invitation", "vera"), { email: "vera@olaria.example", role: "viewer" }),
    about(27, "team.role_changed", users.get("joao") ?? null, { from: "viewer", to: "finance" }),
    about(61, "two_factor.made_optional", null, {}),
    about(62, "two_factor.required", null, {}),
  ];
}

/** Each first weekday of a week the finance team exports the transactions. */
function exports({ users, now }: Past): Act[] {
  const actorId = users.get("joao") ?? "";
  return Array.from({ length: 12 }, (_, week): Act => {
    const at = ago(now, 7 * week + ((now.getUTCDay() + 6) % 7), 8.6);
    return { merchantId: OLARIA, actorId, at, action: "movements.exported", subjectId: null, detail: {} };
  });
}
