import { defineScreen } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'

export const accountScreens = [
  defineScreen({
    path: paths.adminAccountSettings,
    capability: 'users.manage',
    nav: { label: 'Accounts', section: 'settings' },
    load: () => import('./account-settings-screen.tsx').then((module) => module.AccountSettingsScreen),
  }),
  defineScreen({
    path: paths.adminKeys,
    capability: 'admin.access',
    nav: { label: 'Keys', section: 'settings' },
    load: () => import('./keys-screen.tsx').then((module) => module.KeysScreen),
  }),
]
