import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { productsWrite } from '../../catalog/capabilities.ts'

export const stockAlertScreens = defineScreens(productsWrite, [
  {
    path: paths.adminStockAlerts,
    nav: { label: 'Stock alerts', section: 'sell' },
    load: () => import('./stock-alerts-screen.tsx').then((module) => module.StockAlertsScreen),
  },
])
