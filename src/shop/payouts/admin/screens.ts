import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { paymentSettingsWrite } from '../../../things/settings/capabilities.ts'

export const payoutScreens = defineScreens(paymentSettingsWrite, [
  {
    path: paths.adminPayouts,
    load: () => import('./payouts-screen.tsx').then((module) => module.PayoutsScreen),
  },
])
