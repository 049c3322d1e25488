import { defineScreen } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'

const capability = 'media.upload'

export const mediaScreens = [
  defineScreen({
    path: paths.adminMedia,
    capability,
    nav: { label: 'Pictures', section: 'write' },
    load: () => import('./media-screen.tsx').then((module) => module.MediaScreen),
  }),
  defineScreen({
    path: paths.adminMediaItem,
    capability,
    load: () => import('./picture-screen.tsx').then((module) => module.PictureScreen),
  }),
]
