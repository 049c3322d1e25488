import type { Db } from '../../platform/database/connect.ts'
import { openLive } from '../../platform/web/live-value.ts'
import { templateTag } from '../../things/entries/entry.ts'
import { allItems, loadMenus, MENUS_TEMPLATE, readTargets } from './menus.store.ts'
import { type Menus, type ResolvedMenus, resolveMenus } from './menus.ts'

export type WithMenus = { readonly menus: () => ResolvedMenus }

/** Page tags whose invalidation may change a menu. */
function tagsOf(menus: Menus): ReadonlySet<string> {
  const tags = allItems(menus).flatMap(({ kind, id }) => {
    if (kind === 'link') return []
    if (kind === 'product_cat') return ['listing']
    if (kind === 'category') return ['posts']
    return [`${kind === 'product' ? 'product' : 'entry'}:${id}`]
  })
  return new Set(['*', templateTag(MENUS_TEMPLATE), ...tags])
}

async function read(db: Db) {
  const { menus } = await loadMenus(db)
  return { links: resolveMenus(menus, await readTargets(db, menus)), tags: tagsOf(menus) }
}

/** Menus cached in memory for all pages. */
export async function openMenus(db: Db) {
  const live = await openLive(
    () => read(db),
    (changed, { tags }) => [...changed].some((tag) => tags.has(tag)),
  )
  return { menus: (): ResolvedMenus => live.current().links, refresh: live.refresh }
}
