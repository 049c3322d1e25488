import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { ordersRead } from '../../orders/capabilities.ts'

export const paymentScreens = defineScreens(ordersRead, [
  {
    path: paths.adminTransactions,
    nav: { label: 'Transactions', section: 'sell' },
    load: () => import('./transactions-screen.tsx').then((module) => module.TransactionsScreen),
  },
  {
    path: paths.adminPaymentEvents,
    load: () => import('./payment-events-screen.tsx').then((module) => module.PaymentEventsScreen),
  },
])
