import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { shopSettingsWrite } from '../../../things/settings/capabilities.ts'

const zone = () => import('./zone-screen.tsx').then((module) => module.ZoneScreen)

export const shippingScreens = defineScreens(shopSettingsWrite, [
  {
    path: paths.adminShipping,
    nav: { label: 'Shipping', section: 'settings' },
    load: () => import('./zones-screen.tsx').then((module) => module.ZonesScreen),
  },
  { path: paths.adminNewShippingZone, load: zone },
  { path: paths.adminShippingZone, load: zone },
])
