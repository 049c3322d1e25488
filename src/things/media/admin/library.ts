import type { MediaItem } from '../../../platform/admin/fields/media-item.ts'
import { resourceOf } from '../../../platform/admin/resource.ts'
import { paths } from '../../../platform/web/routes.ts'

export const library = resourceOf(['file', 'files'], 'Media', paths.restMedia, paths.adminMedia)

export const titleOf = ({ title, slug }: MediaItem): string => title.raw || slug
