import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { commentsModerate } from '../capabilities.ts'

export const commentScreens = defineScreens(commentsModerate, [
  {
    path: paths.adminComments,
    nav: {
      label: 'Reviews',
      section: 'write',
      key: 'v',
      badge: () => import('./pending-count.tsx').then((module) => module.PendingCount),
    },
    keys: [
      ['a h s d', 'Approve, hold, spam, trash'],
      ['r e', 'Answer, edit'],
      ['z', 'Undo the last change'],
    ],
    load: () => import('./comments-screen.tsx').then((module) => module.CommentsScreen),
  },
])
