import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { shopSettingsWrite } from '../../../things/settings/capabilities.ts'

const rate = () => import('./tax-rate-screen.tsx').then((module) => module.TaxRateScreen)

export const taxScreens = defineScreens(shopSettingsWrite, [
  {
    path: paths.adminTaxes,
    nav: { label: 'Taxes', section: 'settings' },
    load: () => import('./tax-rates-screen.tsx').then((module) => module.TaxRatesScreen),
  },
  { path: paths.adminNewTax, load: rate },
  { path: paths.adminTax, load: rate },
  {
    path: paths.adminTaxSettings,
    load: () => import('./tax-rules-screen.tsx').then((module) => module.TaxRulesScreen),
  },
])
