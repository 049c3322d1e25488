import { defineScreen } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'

export const adminLogScreens = [
  defineScreen({
    path: paths.adminLog,
    capability: 'log.read',
    nav: { label: 'Log', section: 'run' },
    load: () => import('./admin-log-screen.tsx').then((module) => module.AdminLogScreen),
  }),
]
