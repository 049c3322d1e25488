import { adminAccess } from '../../../platform/access/permissions.ts'
import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { usersManage } from '../capabilities.ts'

export const accountScreens = [
  ...defineScreens(usersManage, [
    {
      path: paths.adminAccountSettings,
      nav: { label: 'Accounts', section: 'settings' },
      load: () => import('./account-settings-screen.tsx').then((module) => module.AccountSettingsScreen),
    },
  ]),
  ...defineScreens(adminAccess, [
    {
      path: paths.adminKeys,
      nav: { label: 'Keys', section: 'settings' },
      load: () => import('./keys-screen.tsx').then((module) => module.KeysScreen),
    },
  ]),
]
