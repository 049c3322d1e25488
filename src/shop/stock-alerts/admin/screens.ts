import { defineScreen } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'

export const stockAlertScreens = [
  defineScreen({
    path: paths.adminStockAlerts,
    capability: 'products.write',
    nav: { label: 'Waited for', section: 'sell' },
    load: () => import('./waiting-screen.tsx').then((module) => module.WaitingScreen),
  }),
]
