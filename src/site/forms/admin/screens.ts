import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { formsWrite, submissionsRead } from '../capabilities.ts'

const editor = () => import('./form-editor.tsx').then((module) => module.FormEditor)

const editors = defineScreens(formsWrite, [
  {
    path: paths.adminForms,
    nav: { label: 'Contact forms', section: 'write' },
    load: () => import('./forms-list.tsx').then((module) => module.FormsList),
  },
  { path: paths.adminNewForm, load: editor },
  { path: paths.adminForm, load: editor },
])

const inbox = defineScreens(submissionsRead, [
  {
    path: paths.adminMessages,
    nav: {
      label: 'Messages',
      section: 'write',
      key: 'i',
      badge: () => import('./unread-count.tsx').then((module) => module.UnreadCount),
    },
    keys: [
      ['r n a s d', 'Answer, unread, inbox, spam, trash'],
      ['z', 'Undo the last change'],
    ],
    load: () => import('./submissions-screen.tsx').then((module) => module.SubmissionsScreen),
  },
])

export const formScreens = [...editors, ...inbox]
