import { defineScreen } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'

export const staffScreens = [
  defineScreen({
    path: paths.adminPeople,
    capability: 'users.manage',
    nav: { label: 'People', section: 'run' },
    load: () => import('./people-screen.tsx').then((module) => module.PeopleScreen),
  }),
  defineScreen({
    path: paths.adminInvitePerson,
    capability: 'users.manage',
    load: () => import('./invite-screen.tsx').then((module) => module.InviteScreen),
  }),
  defineScreen({
    path: paths.adminPerson,
    capability: 'users.manage',
    load: () => import('./person-screen.tsx').then((module) => module.PersonScreen),
  }),
]
