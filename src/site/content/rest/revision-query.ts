import { z } from 'zod'
import { ids, search, windowFields, windowOf } from '../../../platform/rest/fields.ts'
import type { SignedRevision } from '../content-entries.store.ts'

const MAX_PAGE_SIZE = 100

export const revisionQuery = z.object({
  ...windowFields,
  per_page: z.int().min(1).max(MAX_PAGE_SIZE).default(MAX_PAGE_SIZE),
  context: z.enum(['view', 'embed', 'edit']).default('edit'),
  search,
  include: ids,
  exclude: ids,
  order: z.enum(['asc', 'desc']).default('desc'),
  orderby: z.enum(['date', 'id', 'include']).default('date'),
})

export function chosenRevisions(all: readonly SignedRevision[], query: z.output<typeof revisionQuery>) {
  const { include, exclude, orderby, order } = query
  const text = query.search.trim().toLowerCase()
  const chosen = all.filter(
    ({ id, title, content, excerpt }) =>
      (include.length === 0 || include.includes(id)) &&
      !exclude.includes(id) &&
      [title, content, excerpt].some((one) => one.toLowerCase().includes(text)),
  )
  const places = new Map(include.map((id, index) => [id, index]))
  const placeOf = ({ id, createdAt }: SignedRevision) =>
    orderby === 'include' ? (places.get(id) ?? 0) : orderby === 'id' ? id : createdAt.getTime()
  const sign = order === 'asc' || orderby === 'include' ? 1 : -1
  const { limit, offset } = windowOf(query)
  return {
    revisions: chosen.toSorted((a, b) => sign * (placeOf(a) - placeOf(b) || a.id - b.id)).slice(offset, offset + limit),
    total: chosen.length,
  }
}
