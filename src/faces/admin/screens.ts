import { accountScreens } from '../../people/identity/admin/screens.ts'
import { privacyScreens } from '../../people/privacy/admin/screens.ts'
import { staffScreens } from '../../people/staff/admin/screens.ts'
import { adminAccess } from '../../platform/access/permissions.ts'
import { defineScreens } from '../../platform/admin/screen.ts'
import { paths } from '../../platform/web/routes.ts'
import { catalogScreens } from '../../shop/catalog/admin/screens.ts'
import { customerScreens } from '../../shop/customers/admin/screens.ts'
import { ordersRead, ordersWrite } from '../../shop/orders/capabilities.ts'
import { paymentScreens } from '../../shop/payments/admin/screens.ts'
import { payoutScreens } from '../../shop/payouts/admin/screens.ts'
import { couponScreens, currencyScreens } from '../../shop/pricing/admin/screens.ts'
import { reportScreens } from '../../shop/reports/admin/screens.ts'
import { fraudScreens } from '../../shop/risk/admin/screens.ts'
import { shippingScreens } from '../../shop/shipping/admin/screens.ts'
import { stockAlertScreens } from '../../shop/stock-alerts/admin/screens.ts'
import { taxScreens } from '../../shop/taxes/admin/screens.ts'
import { webhookScreens } from '../../shop/webhooks/admin/screens.ts'
import { commentScreens } from '../../site/comments/admin/screens.ts'
import { contentScreens } from '../../site/content/admin/screens.ts'
import { contentWrite } from '../../site/content/capabilities.ts'
import { formScreens } from '../../site/forms/admin/screens.ts'
import { menuScreens } from '../../site/menus/admin/screens.ts'
import { adminLogScreens } from '../../things/admin-log/admin/screens.ts'
import { mediaScreens } from '../../things/media/admin/screens.ts'
import { emailsRead } from '../../things/messages/capabilities.ts'
import { paymentSettingsWrite, shopSettingsWrite, themeEdit } from '../../things/settings/capabilities.ts'

const homeScreens = defineScreens(adminAccess, [
  {
    path: paths.admin,
    nav: { label: 'Home', section: 'start', key: 'h' },
    load: () => import('./home-screen.tsx').then((module) => module.HomeScreen),
  },
])

const homeContentScreens = defineScreens(contentWrite, [
  {
    path: paths.adminHomePage,
    nav: { label: 'Home page', section: 'write' },
    load: () => import('./home-screen.tsx').then((module) => module.HomePageScreen),
  },
])

const appearanceScreens = defineScreens(themeEdit, [
  {
    path: paths.adminAppearance,
    nav: { label: 'Header and notices', section: 'appearance' },
    load: () =>
      import('../storefront/appearance/admin/appearance-screen.tsx').then((module) => module.AppearanceScreen),
  },
])

const settingsScreens = [
  ...defineScreens(themeEdit, [
    {
      path: paths.adminSettings,
      nav: { label: 'Shop', section: 'settings' },
      load: () => import('../storefront/settings/admin/shop-screen.tsx').then((module) => module.ShopScreen),
    },
  ]),
  ...defineScreens(paymentSettingsWrite, [
    {
      path: paths.adminPayments,
      nav: { label: 'Payments', section: 'settings' },
      load: () => import('./payments/payments-screen.tsx').then((module) => module.PaymentsScreen),
    },
  ]),
]

const operationScreens = defineScreens(shopSettingsWrite, [
  {
    path: paths.adminSetup,
    nav: { label: 'First steps', section: 'settings' },
    load: () => import('../onboarding/admin/setup-screen.tsx').then((module) => module.SetupScreen),
  },
  {
    path: paths.adminSystemStatus,
    nav: { label: 'System status', section: 'settings' },
    load: () => import('../system-status/admin/system-status-screen.tsx').then((module) => module.SystemStatusScreen),
  },
])

const emailScreens = defineScreens(emailsRead, [
  {
    path: paths.adminEmails,
    nav: { label: 'Mail', section: 'run', key: 'm' },
    load: () => import('./emails/emails-screen.tsx').then((module) => module.EmailsScreen),
  },
  {
    path: paths.adminEmail,
    load: () => import('./emails/email-screen.tsx').then((module) => module.EmailScreen),
  },
  {
    path: paths.adminEmailTypes,
    load: () => import('./emails/email-type-screen.tsx').then((module) => module.EmailTypesScreen),
  },
  {
    path: paths.adminEmailType,
    load: () => import('./emails/email-type-screen.tsx').then((module) => module.EmailTypeScreen),
  },
])

const orderScreens = [
  ...defineScreens(ordersRead, [
    {
      path: paths.adminOrders,
      nav: { label: 'Orders', section: 'sell', key: 'o' },
      load: () => import('./orders/orders-screen.tsx').then((module) => module.OrdersScreen),
    },
    {
      path: paths.adminOrder,
      keys: [['n', 'Write a note']],
      load: () => import('./orders/order-screen.tsx').then((module) => module.OrderScreen),
    },
  ]),
  ...defineScreens(ordersWrite, [
    {
      path: paths.adminNewOrder,
      load: () => import('../../shop/orders/admin/by-hand/order-form.tsx').then((module) => module.NewOrderScreen),
    },
    {
      path: paths.adminOrderItems,
      load: () => import('../../shop/orders/admin/by-hand/order-form.tsx').then((module) => module.EditOrderScreen),
    },
  ]),
  ...paymentScreens,
  ...payoutScreens,
  ...reportScreens,
]

export const screens = [
  ...homeScreens,
  ...orderScreens,
  ...customerScreens,
  ...couponScreens,
  ...catalogScreens,
  ...stockAlertScreens,
  ...homeContentScreens,
  ...contentScreens,
  ...mediaScreens,
  ...commentScreens,
  ...formScreens,
  ...menuScreens,
  ...emailScreens,
  ...staffScreens,
  ...adminLogScreens,
  ...appearanceScreens,
  ...settingsScreens,
  ...taxScreens,
  ...currencyScreens,
  ...shippingScreens,
  ...fraudScreens,
  ...accountScreens,
  ...webhookScreens,
  ...privacyScreens,
  ...operationScreens,
]
