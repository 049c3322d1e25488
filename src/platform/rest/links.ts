import type { Method } from './response.ts'

const allMethods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The links of an item below its collection, with what may be done to it. */
export const itemLinks = (collection: string, id: number | string, allow = allMethods) => ({
  self: [{ href: `${collection}/${id}`, targetHints: { allow } }],
  collection: [{ href: collection }],
})

/** The answer of a list without pages. */
export const wholeList = <T>(items: readonly T[]) => ({
  items,
  page: 1,
  per_page: Math.max(items.length, 1),
  total: items.length,
})
