import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { formsWrite } from '../capabilities.ts'

const editor = () => import('./form-editor.tsx').then((module) => module.FormEditor)

export const formScreens = defineScreens(formsWrite, [
  {
    path: paths.adminForms,
    nav: { label: 'Contact forms', section: 'write' },
    load: () => import('./forms-list.tsx').then((module) => module.FormsList),
  },
  { path: paths.adminNewForm, load: editor },
  { path: paths.adminForm, load: editor },
])
