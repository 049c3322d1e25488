import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { mediaUpload } from '../capabilities.ts'

export const mediaScreens = defineScreens(mediaUpload, [
  {
    path: paths.adminMedia,
    nav: { label: 'Pictures', section: 'write' },
    load: () => import('./media-screen.tsx').then((module) => module.MediaScreen),
  },
  {
    path: paths.adminMediaItem,
    load: () => import('./picture-screen.tsx').then((module) => module.PictureScreen),
  },
])
