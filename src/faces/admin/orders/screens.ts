import { defineScreen } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { paymentScreens } from '../../../shop/payments/admin/screens.ts'
import { payoutScreens } from '../../../shop/payouts/admin/screens.ts'

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
  ...paymentScreens,
  ...payoutScreens,
  defineScreen({
    path: paths.adminAttribution,
    capability: 'orders.read',
    nav: { label: 'Order sources', section: 'sell' },
    load: () => import('../../../shop/orders/admin/attribution-screen.tsx').then((module) => module.AttributionScreen),
  }),
]
