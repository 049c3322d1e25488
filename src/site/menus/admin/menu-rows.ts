import type { ItemKind } from '../menus.ts'
import type { MenusJson } from '../rest/menus.ts'

/** A menu item in the editor. Its key identifies it, because a menu may contain an item twice. */
export type Row = MenusJson['top'][number] & { readonly key: string }

/** Kinds of items that stand for something with an address, with the entities that their picker offers. */
export const pickableKinds = {
  page: { name: 'Page', entities: 'pages' },
  post: { name: 'Post', entities: 'posts' },
  category: { name: 'Category of posts', entities: 'postCategories' },
  product_cat: { name: 'Category of products', entities: 'categories' },
  product: { name: 'Product', entities: 'products' },
  project: { name: 'Project', entities: 'projects' },
} as const satisfies Readonly<Record<Exclude<ItemKind, 'link'>, { readonly name: string; readonly entities: string }>>
export type PickableKind = keyof typeof pickableKinds

export const kindName = (kind: ItemKind): string => (kind === 'link' ? 'Address' : pickableKinds[kind].name)

export const nameOf = ({ label, title, href }: Pick<Row, 'label' | 'title' | 'href'>): string =>
  label || title || href || 'Item without a name'

export const indexOf = (rows: readonly Row[], key: string): number => rows.findIndex((row) => row.key === key)

/** The position of a row as text. */
export function placeOf(rows: readonly Row[], key: string): string {
  const at = indexOf(rows, key)
  const row = rows[at]
  if (!row) return ''
  const parent = row.depth > 0 ? rows.slice(0, at).findLast(({ depth }) => depth === 0) : undefined
  return `${nameOf(row)}: ${at + 1} of ${rows.length}${parent ? `, below ${nameOf(parent)}` : ''}.`
}
