import { defineScreen } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'

export const currencyScreens = [
  defineScreen({
    path: paths.adminCurrencies,
    capability: 'payments.settings',
    nav: { label: 'Currencies', section: 'settings' },
    load: () => import('./currencies-screen.tsx').then((module) => module.CurrenciesScreen),
  }),
]

const coupon = () => import('./coupon-screen.tsx').then((module) => module.CouponScreen)

export const couponScreens = [
  defineScreen({
    path: paths.adminCoupons,
    capability: 'coupons.write',
    nav: { label: 'Coupons', section: 'sell', key: 'c' },
    load: () => import('./coupons-screen.tsx').then((module) => module.CouponsScreen),
  }),
  defineScreen({ path: paths.adminNewCoupon, capability: 'coupons.write', load: coupon }),
  defineScreen({ path: paths.adminCoupon, capability: 'coupons.write', load: coupon }),
]
