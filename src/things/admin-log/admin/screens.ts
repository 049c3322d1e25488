import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { logRead } from '../capabilities.ts'

export const adminLogScreens = defineScreens(logRead, [
  {
    path: paths.adminLog,
    nav: { label: 'Log', section: 'run' },
    load: () => import('./admin-log-screen.tsx').then((module) => module.AdminLogScreen),
  },
])
