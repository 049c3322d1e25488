import { and, eq, inArray } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import type { WithSettings } from '../../platform/web/context.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { findPublished } from '../../things/entries/entries.store.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { entryHref } from '../../things/entries/entry.ts'
import { type SavedBy, type SaveResult, saveTemplate } from '../../things/entries/save-entry.ts'
import type { EntrySettings } from '../../things/entries/settings.ts'
import { terms } from '../../things/entries/terms.table.ts'
import { defaultMenus } from './default-menus.ts'
import {
  type MenuItem,
  type Menus,
  menuNames,
  type NumberedMenus,
  numbered,
  type StoredMenus,
  type Targets,
  targetKey,
} from './menus.ts'

/** The template entry that stores the menus. */
export const MENUS_TEMPLATE = 'menus'

/** The stored menus, or the defaults with version 0. Whoever edits them sends the numbers of their items back. */
export async function loadMenus(db: Db | Tx): Promise<{ readonly menus: NumberedMenus; readonly version: number }> {
  const entry = await findPublished(db, 'template', MENUS_TEMPLATE)
  // Only `saveMenus` writes these fields.
  return { menus: numbered((entry?.fields as StoredMenus | null) ?? defaultMenus), version: entry?.version ?? 0 }
}

/** `version` is the edited version. */
export async function saveMenus(
  shop: WithSettings<EntrySettings>,
  db: Db | Tx,
  { menus, version }: { readonly menus: Menus; readonly version?: number | undefined },
  by: SavedBy,
): Promise<SaveResult> {
  const fields = numbered(menus, (await loadMenus(db)).menus)
  return saveTemplate(shop, db, { slug: MENUS_TEMPLATE, title: 'Menus', fields, version }, by)
}

export const allItems = (menus: Menus): readonly MenuItem[] => menuNames.flatMap((name) => menus[name])

const isTaxonomy = (kind: string): boolean => kind === 'category' || kind === 'product_cat'

export async function readTargets(db: Db | Tx, menus: Menus): Promise<Targets> {
  const items = allItems(menus).filter(({ kind }) => kind !== 'link')
  const termIds = items.filter(({ kind }) => isTaxonomy(kind)).map(({ id }) => id)
  const entryIds = items.filter(({ kind }) => !isTaxonomy(kind)).map(({ id }) => id)
  const { id, kind, slug, title, status } = entries
  const isShown = and(inArray(id, entryIds), eq(status, 'publish'))
  const foundEntries =
    entryIds.length > 0 ? await db.select({ id, kind, slug, title }).from(entries).where(isShown) : []
  const foundTerms = termIds.length > 0 ? await db.select().from(terms).where(inArray(terms.id, termIds)) : []
  const ofTerms = foundTerms.flatMap(({ taxonomy, name, ...term }) =>
    isTaxonomy(taxonomy) ? [{ ...term, kind: taxonomy, title: name, href: hrefs.term(taxonomy, term.slug) }] : [],
  )
  const ofEntries = foundEntries.flatMap((entry) => {
    const href = entryHref(entry)
    return href === null ? [] : [{ ...entry, href }]
  })
  return new Map([...ofEntries, ...ofTerms].map((one) => [targetKey(one), { title: one.title, href: one.href }]))
}
