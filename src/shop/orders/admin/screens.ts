import { defineScreen } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'

export const orderScreens = [
  defineScreen({
    path: paths.adminOrders,
    capability: 'orders.read',
    nav: { label: 'Orders', section: 'sell', key: 'o' },
    load: () => import('./orders-screen.tsx').then((module) => module.OrdersScreen),
  }),
  defineScreen({
    path: paths.adminOrder,
    capability: 'orders.read',
    keys: [['n', 'Write a note']],
    load: () => import('./order-screen.tsx').then((module) => module.OrderScreen),
  }),
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
  defineScreen({
    path: paths.adminPayouts,
    capability: 'payments.settings',
    load: () => import('./payouts-screen.tsx').then((module) => module.PayoutsScreen),
  }),
  defineScreen({
    path: paths.adminAttribution,
    capability: 'orders.read',
    nav: { label: 'Order sources', section: 'sell' },
    load: () => import('./attribution-screen.tsx').then((module) => module.AttributionScreen),
  }),
]
