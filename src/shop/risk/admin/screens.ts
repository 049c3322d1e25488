import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { paymentSettingsWrite } from '../../../things/settings/capabilities.ts'

export const fraudScreens = defineScreens(paymentSettingsWrite, [
  {
    path: paths.adminFraud,
    nav: { label: 'Fraud rules', section: 'settings' },
    load: () => import('./fraud-screen.tsx').then((module) => module.FraudScreen),
  },
])
