import { asc } from 'drizzle-orm'
import { deleteRows, namesPerson, type Person, type PersonalData } from '../../platform/privacy/personal-data.ts'
import { invitations } from './invitations.table.ts'

const about = (person: Person) => namesPerson(person, { userId: invitations.invitedBy, email: invitations.email })

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
  erase: (tx, person) => deleteRows(tx, invitations, about(person)),
}
