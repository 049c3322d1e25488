import { defineScreen } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'

export const stockAlertScreens = [
  defineScreen({
    path: paths.adminStockAlerts,
    capability: 'products.write',
    nav: { label: 'Stock alerts', section: 'sell' },
    load: () => import('./stock-alerts-screen.tsx').then((module) => module.StockAlertsScreen),
  }),
]
