import { defineScreen } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'

export const payoutScreens = [
  defineScreen({
    path: paths.adminPayouts,
    capability: 'payments.settings',
    load: () => import('./payouts-screen.tsx').then((module) => module.PayoutsScreen),
  }),
]
