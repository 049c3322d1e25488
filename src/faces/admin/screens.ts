import { accountScreens } from '../../people/identity/admin/screens.ts'
import { privacyScreens } from '../../people/privacy/admin/screens.ts'
import { staffScreens } from '../../people/staff/admin/screens.ts'
import { defineScreen } from '../../platform/admin/screen.ts'
import { paths } from '../../platform/web/routes.ts'
import { catalogScreens } from '../../shop/catalog/admin/screens.ts'
import { customerScreens } from '../../shop/customers/admin/screens.ts'
import { paymentScreens } from '../../shop/payments/admin/screens.ts'
import { payoutScreens } from '../../shop/payouts/admin/screens.ts'
import { couponScreens, currencyScreens } from '../../shop/pricing/admin/screens.ts'
import { fraudScreens } from '../../shop/risk/admin/screens.ts'
import { stockAlertScreens } from '../../shop/stock-alerts/admin/screens.ts'
import { commentScreens } from '../../site/comments/admin/screens.ts'
import { contentScreens } from '../../site/content/admin/screens.ts'
import { adminLogScreens } from '../../things/admin-log/admin/screens.ts'
import { mediaScreens } from '../../things/media/admin/screens.ts'

const homeScreen = defineScreen({
  path: paths.admin,
  capability: 'admin.access',
  nav: { label: 'Home', section: 'start', key: 'h' },
  load: () => import('./home-screen.tsx').then((module) => module.HomeScreen),
})

const homeContentScreen = defineScreen({
  path: paths.adminHomePage,
  capability: 'content.write',
  nav: { label: 'Home page', section: 'write' },
  load: () => import('../storefront/home/admin/home-content-screen.tsx').then((module) => module.HomeContentScreen),
})

const settingsScreens = [
  defineScreen({
    path: paths.adminSettings,
    capability: 'theme.edit',
    nav: { label: 'Shop', section: 'settings' },
    load: () => import('../storefront/settings/admin/shop-screen.tsx').then((module) => module.ShopScreen),
  }),
  defineScreen({
    path: paths.adminPayments,
    capability: 'payments.settings',
    nav: { label: 'Payments', section: 'settings' },
    load: () => import('./payments/payments-screen.tsx').then((module) => module.PaymentsScreen),
  }),
]

const emailScreens = [
  defineScreen({
    path: paths.adminEmails,
    capability: 'emails.read',
    nav: { label: 'Mail', section: 'run', key: 'm' },
    load: () => import('./emails/emails-screen.tsx').then((module) => module.EmailsScreen),
  }),
  defineScreen({
    path: paths.adminEmail,
    capability: 'emails.read',
    load: () => import('./emails/email-screen.tsx').then((module) => module.EmailScreen),
  }),
  defineScreen({
    path: paths.adminEmailTypes,
    capability: 'emails.read',
    load: () => import('./emails/email-type-screen.tsx').then((module) => module.EmailTypesScreen),
  }),
  defineScreen({
    path: paths.adminEmailType,
    capability: 'emails.read',
    load: () => import('./emails/email-type-screen.tsx').then((module) => module.EmailTypeScreen),
  }),
]

const orderScreens = [
  defineScreen({
    path: paths.adminOrders,
    capability: 'orders.read',
    nav: { label: 'Orders', section: 'sell', key: 'o' },
    load: () => import('./orders/orders-screen.tsx').then((module) => module.OrdersScreen),
  }),
  defineScreen({
    path: paths.adminOrder,
    capability: 'orders.read',
    keys: [['n', 'Write a note']],
    load: () => import('./orders/order-screen.tsx').then((module) => module.OrderScreen),
  }),
  ...paymentScreens,
  ...payoutScreens,
  defineScreen({
    path: paths.adminAttribution,
    capability: 'orders.read',
    nav: { label: 'Order sources', section: 'sell' },
    load: () => import('../../shop/orders/admin/attribution-screen.tsx').then((module) => module.AttributionScreen),
  }),
]

export const screens = [
  homeScreen,
  ...orderScreens,
  ...customerScreens,
  ...couponScreens,
  ...catalogScreens,
  ...stockAlertScreens,
  homeContentScreen,
  ...contentScreens,
  ...mediaScreens,
  ...commentScreens,
  ...emailScreens,
  ...staffScreens,
  ...adminLogScreens,
  ...settingsScreens,
  ...currencyScreens,
  ...fraudScreens,
  ...accountScreens,
  ...privacyScreens,
]
