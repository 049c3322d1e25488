import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { paymentSettingsWrite } from '../../../things/settings/capabilities.ts'
import { couponsWrite } from '../capabilities.ts'

export const currencyScreens = defineScreens(paymentSettingsWrite, [
  {
    path: paths.adminCurrencies,
    nav: { label: 'Currencies', section: 'settings' },
    load: () => import('./currencies-screen.tsx').then((module) => module.CurrenciesScreen),
  },
])

const coupon = () => import('./coupon-screen.tsx').then((module) => module.CouponScreen)

export const couponScreens = defineScreens(couponsWrite, [
  {
    path: paths.adminCoupons,
    nav: { label: 'Coupons', section: 'sell', key: 'c' },
    load: () => import('./coupons-screen.tsx').then((module) => module.CouponsScreen),
  },
  { path: paths.adminNewCoupon, load: coupon },
  { path: paths.adminCoupon, load: coupon },
])
