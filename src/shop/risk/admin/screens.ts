import { defineScreen } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'

export const fraudScreens = [
  defineScreen({
    path: paths.adminFraud,
    capability: 'payments.settings',
    nav: { label: 'Fraud rules', section: 'settings' },
    load: () => import('./fraud-screen.tsx').then((module) => module.FraudScreen),
  }),
]
