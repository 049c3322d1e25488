import { inArray } from 'drizzle-orm'
import type { Tx } from '../../src/platform/database/connect.ts'
import { entries } from '../../src/things/entries/entries.table.ts'
import { DOCUMENT_VERSION, type PageDocument } from '../../src/things/entries/page-document.ts'
import { terms } from '../../src/things/entries/terms.table.ts'
import type { Pictures } from './seed-pictures.ts'

/** A block without number. What has no id before the seed is named as `picture:kind-white` or `post:how-we-taste`. */
export type SeedBlock = { readonly block: string; readonly [setting: string]: unknown }

const names = /^(picture|product|post|product_cat):([a-z0-9-]+)$/

/** Documents of the demo shop with the ids of what they name. */
export async function readSeedBlocks(tx: Tx, pictures: Pictures) {
  const rows = [
    ...(await tx
      .select({ kind: entries.kind, slug: entries.slug, id: entries.id })
      .from(entries)
      .where(inArray(entries.kind, ['post', 'product']))),
    ...(await tx.select({ kind: terms.taxonomy, slug: terms.slug, id: terms.id }).from(terms)),
  ]
  const ids = new Map(rows.map(({ kind, slug, id }) => [`${kind}:${slug}`, id]))
  const idOf = (kind: string, name: string): number => {
    const id = kind === 'picture' ? pictures.get(name).id : ids.get(`${kind}:${name}`)
    if (id === undefined) throw new Error(`The demo shop has no ${kind} ${name}`)
    return id
  }
  return (blocks: readonly SeedBlock[], settings: Pick<PageDocument, 'showsTitle'> = {}): PageDocument => {
    let last = 0
    const resolved = (value: unknown): unknown => {
      if (typeof value === 'string') {
        const [, kind, name] = names.exec(value) ?? []
        return kind && name ? idOf(kind, name) : value
      }
      if (Array.isArray(value)) return value.map(resolved)
      if (typeof value !== 'object' || value === null) return value
      const entered = Object.entries(value).map(([key, inner]) => [key, resolved(inner)])
      return 'block' in value
        ? { id: (last += 1), lib: 'Samovar', ...Object.fromEntries(entered) }
        : Object.fromEntries(entered)
    }
    return { version: DOCUMENT_VERSION, ...settings, blocks: blocks.map(resolved) as PageDocument['blocks'] }
  }
}
