import type { MediaItem } from '../../../platform/admin/fields/media-item.ts'
import type { Resource } from '../../../platform/admin/resource.ts'
import { paths } from '../../../platform/web/routes.ts'

export const pictures: Resource = {
  names: ['picture', 'pictures'],
  title: 'Pictures',
  rest: paths.restMedia,
  screen: paths.adminMedia,
}

export const titleOf = ({ title, slug }: MediaItem): string => title.raw || slug
