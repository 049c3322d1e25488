import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { ordersRead } from '../../orders/capabilities.ts'

const load = () => import('./report-screen.tsx').then((module) => module.ReportScreen)

export const reportScreens = defineScreens(ordersRead, [
  { path: paths.adminReports, nav: { label: 'Reports', section: 'sell' }, load },
  { path: paths.adminReport, load },
])
