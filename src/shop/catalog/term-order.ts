import type { attributes } from './catalog.table.ts'

type OrderBy = (typeof attributes.$inferSelect)['orderBy']
const byName = { name: new Intl.Collator('en'), name_num: new Intl.Collator('en', { numeric: true }) }

/** Sorts values of an attribute, passed in menu order, by its sort order. */
export function inOrder<T extends { readonly id: number; readonly name: string }>(
  values: readonly T[],
  orderBy: OrderBy,
): readonly T[] {
  if (orderBy === 'menu_order') return values
  return values.toSorted((a, b) => (orderBy === 'id' ? 0 : byName[orderBy].compare(a.name, b.name)) || a.id - b.id)
}
