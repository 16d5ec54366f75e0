import { beforeEach, expect, it } from "vitest";
import type { Ctx } from "../../lib/context";
import { createMerchant } from "../../merchants/create-merchant";
import { moveClock, query } from "../../test/database";
import { ctx as operator } from "../../test/rows/fixtures";
import { callerOfRole } from "../rules";
import { createUser } from "../users/create-user";
import { resendInvitation } from "./change-invitation";
import { inviteMember } from "./invite-member";
import { MAX_SENDS, MAX_TO_MAILBOX_PER_DAY } from "./team-rules";

type Team = { ctx: Ctx; team: { merchantId: string } };

const TOO_MANY = { code: "TOO_MANY_REQUESTS" };
let made = 0;
let own: Team;
let mailbox: string;

/** A merchant, with the context of its owner. */
async function newTeam(): Promise<Team> {
  made += 1;
  const merchantId = (await createMerchant(operator, { brandName: "Olaria do Norte" })).id;
  const owner = { email: `owner${made}@olaria.example`, name: "Ana", role: "owner", merchantId } as const;
  const { id } = await createUser(operator, owner);
  const context = { merchantId, partnerId: null, role: "owner" };
  return { ctx: { ...operator, caller: callerOfRole(id, context) }, team: { merchantId } };
}

beforeEach(async () => {
  own = await newTeam();
  mailbox = `stranger${made}@olaria.example`;
});

const tagged = (tag: number | string) => mailbox.replace("@", `+${tag}@`);
const invite = ({ ctx, team }: Team, email: string) =>
  inviteMember(ctx, { team, email, name: "Rosa Pinto", role: "viewer" });
async function resend({ ctx, team }: Team, id: string): Promise<void> {
  await moveClock("61 seconds");
  await resendInvitation(ctx, { team, id });
}

it("mails of invitations to one mailbox are limited a day, over all tags and teams", async () => {
  for (let tag = 0; tag < MAX_TO_MAILBOX_PER_DAY; tag += 1) await invite(own, tagged(tag));
  await expect(invite(own, mailbox)).rejects.toMatchObject(TOO_MANY);
  await invite(own, `x${mailbox}`);
  const other = await newTeam();
  await expect(invite(other, tagged("other"))).rejects.toMatchObject(TOO_MANY);
  await moveClock("1 day 1 second");
  await invite(other, mailbox);
});

it("an invitation that is sent again counts with each mail, and is limited as well", async () => {
  const other = await newTeam();
  const { id: late } = await invite(other, tagged("late"));
  await moveClock("1 day 1 second");
  for (const tag of [1, 2]) {
    const { id } = await invite(own, tagged(tag));
    for (let sent = 1; sent < MAX_SENDS; sent += 1) await resend(own, id);
  }
  const { rows } = await query("SELECT sum(sent_count)::int AS mails FROM invitations WHERE merchant_id = $1", [
    own.team.merchantId,
  ]);
  expect(rows).toEqual([{ mails: MAX_TO_MAILBOX_PER_DAY }]);
  await expect(invite(own, mailbox)).rejects.toMatchObject(TOO_MANY);
  await expect(resend(other, late)).rejects.toMatchObject(TOO_MANY);
  await moveClock("1 day");
  await resend(other, late);
  // Its first mail was sent more than a day ago.
  for (let tag = 1; tag < MAX_TO_MAILBOX_PER_DAY; tag += 1) await invite(own, tagged(`new${tag}`));
  await expect(invite(own, mailbox)).rejects.toMatchObject(TOO_MANY);
});

it("of concurrent invitations by two teams to one mailbox, only as many as the limit are sent", async () => {
  for (let tag = 1; tag < MAX_TO_MAILBOX_PER_DAY; tag += 1) await invite(own, tagged(tag));
  const other = await newTeam();
  const last = await Promise.allSettled([invite(own, mailbox), invite(other, tagged("other"))]);
  expect(last.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});
