import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { usersManage } from '../../identity/capabilities.ts'

export const staffScreens = defineScreens(usersManage, [
  {
    path: paths.adminPeople,
    nav: { label: 'People', section: 'run' },
    load: () => import('./people-screen.tsx').then((module) => module.PeopleScreen),
  },
  {
    path: paths.adminInvitePerson,
    load: () => import('./invite-screen.tsx').then((module) => module.InviteScreen),
  },
  {
    path: paths.adminPerson,
    load: () => import('./person-screen.tsx').then((module) => module.PersonScreen),
  },
])
