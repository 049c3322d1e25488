import { Badge, type Tone } from '../../../platform/admin/parts.tsx'
import { resourceOf } from '../../../platform/admin/resource.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { EntryJson } from '../rest/entry-json.ts'

export const posts = resourceOf(['post', 'posts'], 'Posts', paths.restPosts, paths.adminPosts)

export const pages = resourceOf(['page', 'pages'], 'Pages', paths.restPages, paths.adminPages)

export const projects = resourceOf(['project', 'projects'], 'Projects', paths.restProjects, paths.adminProjects)

export const statusNames: Readonly<Record<EntryJson['status'], string>> = {
  publish: 'Published',
  future: 'Scheduled',
  draft: 'Draft',
  pending: 'Waiting for review',
  private: 'Private',
  trash: 'In the trash',
}
const tones: Partial<Record<EntryJson['status'], Tone>> = {
  publish: 'leaf',
  future: 'sky',
  pending: 'gold',
  private: 'berry',
  trash: 'hollow',
}

export const StatusBadge = ({ status }: Pick<EntryJson, 'status'>) => (
  <Badge tone={tones[status]}>{statusNames[status]}</Badge>
)

export const titleOf = ({ title }: EntryJson): string => title.raw || '(no title)'
