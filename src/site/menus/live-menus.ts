import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../platform/database/connect.ts'
import { templateTag } from '../../things/entries/entry.ts'
import { allItems, loadMenus, MENUS_TEMPLATE, readTargets } from './menus.store.ts'
import { type Menus, type ResolvedMenus, resolveMenus } from './menus.ts'

export type WithMenus = { readonly menus: () => ResolvedMenus }

/** Page tags whose change may change a menu. */
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

/** The menus of every page, in memory. */
export async function openMenus(db: Db) {
  let current = await read(db)
  /** One reading after the other, so that an older one does not end last. */
  let last: Promise<unknown> = Promise.resolve()
  async function reread(changed: ReadonlySet<string>): Promise<boolean> {
    if (![...changed].some((tag) => current.tags.has(tag))) return false
    const before = current.links
    current = await read(db)
    return !isDeepStrictEqual(before, current.links)
  }
  return {
    menus: (): ResolvedMenus => current.links,
    /** After a change of pages with these tags; whether the menus have changed. */
    refresh(changed: ReadonlySet<string>): Promise<boolean> {
      const reading = last.then(() => reread(changed))
      last = reading.catch(() => undefined)
      return reading
    },
  }
}
