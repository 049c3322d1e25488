import type { Method } from './response.ts'

export const allMethods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Links of an item below its collection, with the methods that are allowed. */
export const itemLinks = (collection: string, id: number | string, allow = allMethods) => ({
  self: [{ href: `${collection}/${id}`, targetHints: { allow } }],
  collection: [{ href: collection }],
})

/** Response of a list without pages. */
export const unpagedList = <T>(items: readonly T[]) => ({
  items,
  page: 1,
  per_page: Math.max(items.length, 1),
  total: items.length,
})
