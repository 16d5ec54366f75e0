import { allOf, type Db, Prisma } from "../lib/db";

/** A role and where it holds; `placeName` is the merchant's or the partner's, null for the platform. */
type PersonRole = {
  role: string;
  merchantId: string | null;
  partnerId: string | null;
  placeName: string | null;
};

export type Person = {
  id: string;
  email: string;
  name: string;
  createdAt: Date;
  disabledAt: Date | null;
  roles: PersonRole[];
};

/** A part of the name or e-mail address; a role in one organisation; all null: all people. */
export type PeopleFilter = {
  search: string | null;
  place: { merchantId: string | null; partnerId: string | null } | null;
};

const ROLES = Prisma.sql`
  COALESCE((
    SELECT jsonb_agg(jsonb_build_object('role', b.role, 'merchantId', b.merchant_id, 'partnerId', b.partner_id,
      'placeName', COALESCE(m.brand_name, p.name)) ORDER BY b.merchant_id IS NOT NULL, b.partner_id IS NOT NULL, b.id)
    FROM memberships b LEFT JOIN merchants m ON m.id = b.merchant_id LEFT JOIN partners p ON p.id = b.partner_id
    WHERE b.user_id = u.id), '[]'::jsonb)`;

/** People by address, those after one; up to `limit`. */
export function findPeopleWithRoles(
  db: Db,
  { search, place }: PeopleFilter,
  after: string | null,
  limit: number,
): Promise<Person[]> {
  const conditions = [
    search === null
      ? []
      : [Prisma.sql`(position(lower(${search}) IN u.email) > 0 OR position(lower(${search}) IN lower(u.name)) > 0)`],
    place === null
      ? []
      : [
          Prisma.sql`u.id IN (SELECT user_id FROM memberships WHERE merchant_id IS NOT DISTINCT FROM
            ${place.merchantId}::uuid AND partner_id IS NOT DISTINCT FROM ${place.partnerId}::uuid)`,
        ],
    after === null ? [] : [Prisma.sql`u.email > ${after}`],
  ].flat();
  return db.$queryRaw`
    SELECT u.id::text, u.email, u.name, u.created_at AS "createdAt", u.disabled_at AS "disabledAt", ${ROLES} AS roles
    FROM users u WHERE ${allOf(conditions)} ORDER BY u.email LIMIT ${limit}`;
}
