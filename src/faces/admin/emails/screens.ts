import { defineScreen } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'

export const emailScreens = [
  defineScreen({
    path: paths.adminEmails,
    capability: 'emails.read',
    nav: { label: 'Mail', section: 'run', key: 'm' },
    load: () => import('./emails-screen.tsx').then((module) => module.EmailsScreen),
  }),
  defineScreen({
    path: paths.adminEmail,
    capability: 'emails.read',
    load: () => import('./email-screen.tsx').then((module) => module.EmailScreen),
  }),
  defineScreen({
    path: paths.adminEmailTypes,
    capability: 'emails.read',
    load: () => import('./email-type-screen.tsx').then((module) => module.EmailTypesScreen),
  }),
  defineScreen({
    path: paths.adminEmailType,
    capability: 'emails.read',
    load: () => import('./email-type-screen.tsx').then((module) => module.EmailTypeScreen),
  }),
]
