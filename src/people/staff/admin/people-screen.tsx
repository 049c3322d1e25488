import { roleNames, roles } from '../../../platform/access/permissions.ts'
import { type Column, timeColumn } from '../../../platform/admin/list/data-table.tsx'
import { ListScreen } from '../../../platform/admin/list/list-screen.tsx'
import { Badge, Time, useRest } from '../../../platform/admin/parts.tsx'
import { EmailText } from '../../../platform/ui/email-text.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { PeopleCounts } from '../people.store.ts'
import type { InvitationJson } from '../rest/invitations.ts'
import type { PersonJson } from '../rest/user-json.ts'
import { Invitations } from './invitations.tsx'
import { people, personName } from './people.ts'

const columns: readonly Column<PersonJson>[] = [
  { title: 'Name', name: 'name', orderby: 'name', skeleton: ['140px'], cell: personName },
  {
    title: 'Email',
    name: 'email',
    orderby: 'email',
    isSoft: true,
    skeleton: ['180px'],
    cell: (person) => <EmailText address={person.email} />,
  },
  {
    title: 'Role',
    name: 'role',
    place: 'half',
    cell: ({ roles: [role = 'customer'] }) => roleNames[role],
  },
  {
    title: 'Signed in',
    name: 'sessions',
    place: 'half',
    narrowLabel: 'Signed in',
    isSoft: true,
    cell: ({ last_sign_in_gmt: gmt }) => (gmt === null ? 'never' : <Time gmt={gmt} />),
  },
  {
    title: 'Account',
    name: 'status',
    place: 'corner',
    cell: ({ status }) =>
      status === 'disabled' ? <Badge tone="berry">Disabled</Badge> : <Badge tone="leaf">Active</Badge>,
  },
  timeColumn('Since', 'since', ({ registered_date: date }) => date.replace(/\+.*/, ''), {
    orderby: 'registered_date',
    isHidden: true,
  }),
]

export function PeopleScreen() {
  const counts = useRest<PeopleCounts>([people.rest, 'counts'], paths.restUserCounts)
  const invitations = useRest<InvitationJson[]>([paths.restInvitations], paths.restInvitations)
  const tab = (key: keyof PeopleCounts, label: string) => ({ key, label, count: counts.data?.[key] })
  return (
    <ListScreen
      resource={people}
      columns={columns}
      nameOf={personName}
      searchLabel="Search by name or email"
      tabs={
        counts.isPending || invitations.isPending
          ? null
          : [
              tab('any', 'All'),
              ...roles.toReversed().map((role) => tab(role, `${roleNames[role]}s`)),
              tab('disabled', 'Disabled'),
            ]
      }
      always={{ context: 'edit' }}
      orderText="by name"
      emptyText="People who buy with an account or are invited by you appear here."
      hasNew
      newLabel="Invite a person"
    >
      <Invitations query={invitations} />
    </ListScreen>
  )
}
