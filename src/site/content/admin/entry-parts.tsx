import { Badge, type Tone } from '../../../platform/admin/parts.tsx'
import type { Resource } from '../../../platform/admin/resource.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { EntryJson } from '../rest/entry-json.ts'

export const posts: Resource = {
  names: ['post', 'posts'],
  title: 'Posts',
  rest: paths.restPosts,
  screen: paths.adminPosts,
}

export const pages: Resource = {
  names: ['page', 'pages'],
  title: 'Pages',
  rest: paths.restPages,
  screen: paths.adminPages,
}

export const projects: Resource = {
  names: ['project', 'projects'],
  title: 'Projects',
  rest: paths.restProjects,
  screen: paths.adminProjects,
}

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
