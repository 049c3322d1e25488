import { eq } from 'drizzle-orm'
import type { Tx } from '../../src/platform/database/connect.ts'
import { saveMenus } from '../../src/site/menus/menus.store.ts'
import type { MenuItem } from '../../src/site/menus/menus.ts'
import { entries } from '../../src/things/entries/entries.table.ts'
import { entrySettings } from '../../src/things/entries/settings.ts'
import { terms } from '../../src/things/entries/terms.table.ts'
import { defaultsOf } from '../../src/things/settings/setting.ts'
import { menus, type SeedMenuItem } from './menus.ts'

/** The menus of header, side and footer; what they lead to exists already. */
export async function seedMenus(tx: Tx, now: Date): Promise<void> {
  const pages = await tx.select({ id: entries.id, slug: entries.slug }).from(entries).where(eq(entries.kind, 'page'))
  const categories = await tx
    .select({ id: terms.id, slug: terms.slug })
    .from(terms)
    .where(eq(terms.taxonomy, 'product_cat'))
  const resolved = ({ kind, to, label, depth }: SeedMenuItem): MenuItem => {
    if (kind === 'link') return { kind, id: 0, label, href: to, depth }
    const target = (kind === 'page' ? pages : categories).find(({ slug }) => slug === to)
    if (!target) throw new Error(`A menu names the unknown ${kind} ${to}`)
    return { kind, id: target.id, label, href: '', depth }
  }
  const { top, side, footer } = menus
  const saved = await saveMenus(
    { settings: () => defaultsOf(entrySettings) },
    tx,
    { menus: { top: top.map(resolved), side: side.map(resolved), footer: footer.map(resolved), side_url: '' } },
    { author: null, now },
  )
  if (!saved.ok) throw new Error('The menus were not saved')
}
