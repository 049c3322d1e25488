import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { submissionsRead } from '../capabilities.ts'

export const submissionScreens = defineScreens(submissionsRead, [
  {
    path: paths.adminMessages,
    nav: {
      label: 'Messages',
      section: 'write',
      key: 'i',
      badge: () => import('./unread-count.tsx').then((module) => module.UnreadCount),
    },
    keys: [
      ['r n a s d', 'Answer, unread, inbox, spam, bin'],
      ['z', 'Undo the last change'],
    ],
    load: () => import('./submissions-screen.tsx').then((module) => module.SubmissionsScreen),
  },
])
