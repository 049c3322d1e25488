import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { themeEdit } from '../../../things/settings/capabilities.ts'

export const menuScreens = defineScreens(themeEdit, [
  {
    path: paths.adminMenus,
    nav: { label: 'Menus', section: 'appearance' },
    load: () => import('./menus-screen.tsx').then((module) => module.MenusScreen),
  },
])
