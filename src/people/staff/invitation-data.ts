import { asc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Person, PersonalData } from '../../platform/privacy/personal-data.ts'
import { invitations } from './invitations.table.ts'

const about = ({ userId, email }: Person): SQL =>
  or(
    userId === null ? sql`false` : eq(invitations.invitedBy, userId),
    email === null ? sql`false` : eq(invitations.email, email),
  ) ?? sql`false`

export const invitationData: PersonalData = {
  id: 'invitations',
  title: 'Invitations to the staff',
  isForStaff: true,
  tables: ['staff_invitations'],
  read: (db, person) =>
    db
      .select({ to: invitations.email, role: invitations.role, sent: invitations.sentAt, ends: invitations.expiresAt })
      .from(invitations)
      .where(about(person))
      .orderBy(asc(invitations.id)),
  erase: async (tx, person) =>
    (await tx.delete(invitations).where(about(person)).returning({ id: invitations.id })).length,
}
