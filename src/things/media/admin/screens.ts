import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { mediaUpload } from '../capabilities.ts'

export const mediaScreens = defineScreens(mediaUpload, [
  {
    path: paths.adminMedia,
    nav: { label: 'Media', section: 'write' },
    load: () => import('./media-screen.tsx').then((module) => module.MediaScreen),
  },
  {
    path: paths.adminMediaItem,
    load: () => import('./media-item-screen.tsx').then((module) => module.MediaItemScreen),
  },
])
