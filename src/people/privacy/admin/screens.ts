import { defineScreen } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'

export const privacyScreens = [
  defineScreen({
    path: paths.adminPrivacy,
    capability: 'users.manage',
    nav: { label: 'Privacy', section: 'settings' },
    load: () => import('./privacy-screen.tsx').then((module) => module.PrivacyScreen),
  }),
]
