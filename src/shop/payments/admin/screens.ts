import { defineScreen } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'

export const paymentScreens = [
  defineScreen({
    path: paths.adminTransactions,
    capability: 'orders.read',
    nav: { label: 'Transactions', section: 'sell' },
    load: () => import('./transactions-screen.tsx').then((module) => module.TransactionsScreen),
  }),
  defineScreen({
    path: paths.adminPaymentEvents,
    capability: 'orders.read',
    load: () => import('./payment-events-screen.tsx').then((module) => module.PaymentEventsScreen),
  }),
]
