import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { usersManage } from '../../identity/capabilities.ts'

export const privacyScreens = defineScreens(usersManage, [
  {
    path: paths.adminPrivacy,
    nav: { label: 'Privacy', section: 'settings' },
    load: () => import('./privacy-screen.tsx').then((module) => module.PrivacyScreen),
  },
])
