import { and, asc, eq, or } from 'drizzle-orm'
import { type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import { terms } from '../../things/entries/terms.table.ts'
import { media, type Picture, pictureColumns } from '../../things/media/media.table.ts'
import { attributes } from './catalog.table.ts'
import type { Term } from './product.ts'
import { termColumns } from './product-relations.ts'

export type TermPage = Term & { readonly description: string; readonly picture: Picture | null }

export const findTerm = (db: Db | Tx, taxonomy: string, slug: string): Promise<TermPage | null> =>
  db
    .select({ ...termColumns, description: terms.description, picture: pictureColumns })
    .from(terms)
    .leftJoin(media, eq(media.id, terms.imageId))
    .where(and(eq(terms.taxonomy, taxonomy), eq(terms.slug, slug)))
    .then(firstOf)

export async function attributeSlugs(db: Db | Tx): Promise<string[]> {
  const rows = await db
    .select({ slug: attributes.slug })
    .from(attributes)
    .where(eq(attributes.isLocal, false))
    .orderBy(asc(attributes.id))
  return rows.map((row) => row.slug)
}

export async function termNames(
  db: Db | Tx,
  termRefs: readonly { readonly taxonomy: string; readonly slug: string }[],
): Promise<Map<string, string>> {
  if (termRefs.length === 0) return new Map()
  const rows = await db
    .select({ taxonomy: terms.taxonomy, slug: terms.slug, name: terms.name })
    .from(terms)
    .where(or(...termRefs.map(({ taxonomy, slug }) => and(eq(terms.taxonomy, taxonomy), eq(terms.slug, slug)))))
  return new Map(rows.map((row) => [`${row.taxonomy}:${row.slug}`, row.name]))
}
