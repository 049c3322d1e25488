import { and, count, desc, eq, getTableColumns, gt, inArray, lt, not, or, type SQL, sql } from 'drizzle-orm'
import { users } from '../../people/identity/accounts.table.ts'
import { type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import {
  among,
  containsNormalizedText,
  containsText,
  listOrder,
  notAmong,
  readPage,
} from '../../platform/database/list-query.ts'
import type { datesOf, windowOf } from '../../platform/rest/fields.ts'
import { type EntryStatus, entries, entryRevisions } from '../../things/entries/entries.table.ts'
import type { Entry } from '../../things/entries/entry.ts'
import { entryTerms, terms } from '../../things/entries/terms.table.ts'
import { entryMedia, isPicture, media, pictureColumns } from '../../things/media/media.table.ts'
import type { PostTaxonomy } from './post-terms.store.ts'

export type ContentEntry = NonNullable<Awaited<ReturnType<typeof findEntry>>>

export type PostKind = 'post' | 'page' | 'project'

const sortColumns = {
  date: entries.publishedAt,
  modified: entries.updatedAt,
  id: entries.id,
  title: entries.title,
  slug: entries.slug,
  /** Entries without an author sort first, like id 0 in WordPress. */
  author: sql`coalesce(${users.name}, '')`,
  menu_order: entries.menuOrder,
}

export type EntryFilter = Partial<ReturnType<typeof datesOf>> & {
  readonly statuses: readonly EntryStatus[]
  readonly search?: string
  readonly slugs?: readonly string[]
  readonly include?: readonly number[]
  readonly exclude?: readonly number[]
  readonly authors?: readonly number[]
  readonly notAuthors?: readonly number[]
  /** 0 means top-level pages. */
  readonly parents?: readonly number[]
  readonly notParents?: readonly number[]
  readonly menuOrder?: number | undefined
  /** One list per taxonomy; an entry matches a term of every non-empty list, or of any list with `anyTerms`. */
  readonly terms?: readonly (readonly number[])[]
  readonly notTerms?: readonly (readonly number[])[]
  readonly anyTerms?: boolean
}

type EntryWindow = ReturnType<typeof windowOf> & {
  readonly by: keyof typeof sortColumns | 'include' | 'relevance'
  readonly direction: 'asc' | 'desc'
}

const termIds = (taxonomy: PostTaxonomy) =>
  sql<number[]>`array(select ${terms.id} from ${entryTerms} join ${terms} on ${terms.id} = ${entryTerms.termId}
    where ${entryTerms.entryId} = ${entries.id} and ${terms.taxonomy} = ${taxonomy} order by ${terms.id})`

const { searchText: _, ...columns } = getTableColumns(entries)

const rows = (db: Db | Tx) =>
  db
    .select({
      ...columns,
      authorName: users.name,
      picture: pictureColumns,
      categories: termIds('category'),
      tags: termIds('post_tag'),
      projectCategories: termIds('project_category'),
      pictures: sql<number[]>`array(select ${entryMedia.mediaId} from ${entryMedia}
        where ${entryMedia.entryId} = ${entries.id} order by ${entryMedia.position})`,
    })
    .from(entries)
    .leftJoin(users, eq(users.id, entries.authorId))
    .leftJoin(media, eq(media.id, entries.imageId))

export async function listEntries(
  db: Db | Tx,
  kind: PostKind,
  filter: EntryFilter,
  { by, direction: order, limit, offset }: EntryWindow,
) {
  const where = and(eq(entries.kind, kind), ...conditions(filter))
  const { include, search = '' } = filter
  // An entry whose title has the searched text is more relevant.
  const relevance = containsText(search, [entries.title]) ?? sql`true`
  return readPage(db, rows(db).$dynamic(), entries, {
    where,
    order: listOrder({ ...sortColumns, relevance }, entries.id, { orderby: by, order, include }),
    limit,
    offset,
  })
}

/** 0 means no author, as in WordPress's JSON. */
const author = sql<number>`coalesce(${entries.authorId}, 0)`
const parent = sql<number>`coalesce(${entries.parentId}, 0)`

const hasTerm = (values: readonly number[]): SQL | undefined =>
  values.length === 0
    ? undefined
    : sql`exists (select from ${entryTerms} where ${entryTerms.entryId} = ${entries.id} and ${inArray(entryTerms.termId, [...values])})`

function conditions(filter: EntryFilter): (SQL | undefined)[] {
  return [
    inArray(entries.status, [...filter.statuses]),
    containsNormalizedText(filter.search ?? '', entries.searchText),
    among(entries.slug, filter.slugs),
    among(entries.id, filter.include),
    notAmong(entries.id, filter.exclude),
    among(author, filter.authors),
    notAmong(author, filter.notAuthors),
    among(parent, filter.parents),
    notAmong(parent, filter.notParents),
    filter.menuOrder === undefined ? undefined : eq(entries.menuOrder, filter.menuOrder),
    (filter.anyTerms ? or : and)(
      ...(filter.terms ?? []).map(hasTerm),
      ...(filter.notTerms ?? []).map((unwanted) => {
        const has = hasTerm(unwanted)
        return has && not(has)
      }),
    ),
    filter.after && gt(entries.publishedAt, filter.after),
    filter.before && lt(entries.publishedAt, filter.before),
    filter.modifiedAfter && gt(entries.updatedAt, filter.modifiedAfter),
    filter.modifiedBefore && lt(entries.updatedAt, filter.modifiedBefore),
  ]
}

export const findEntry = (db: Db | Tx, kind: Entry['kind'], id: number) =>
  rows(db)
    .where(and(eq(entries.id, id), eq(entries.kind, kind)))
    .then(firstOf)

export async function countEntries(db: Db | Tx, kind: PostKind): Promise<Readonly<Record<string, number>>> {
  const counted = await db
    .select({ status: entries.status, total: count() })
    .from(entries)
    .where(eq(entries.kind, kind))
    .groupBy(entries.status)
  return Object.fromEntries(counted.map(({ status, total }) => [status, total]))
}

/** All revisions of an entry, or the one with this id. */
export const listSignedRevisions = (db: Db | Tx, entryId: number, id?: number) =>
  db
    .select({ ...getTableColumns(entryRevisions), authorName: users.name })
    .from(entryRevisions)
    .leftJoin(users, eq(users.id, entryRevisions.authorId))
    .where(and(eq(entryRevisions.entryId, entryId), id === undefined ? undefined : eq(entryRevisions.id, id)))
    .orderBy(desc(entryRevisions.id))
export type SignedRevision = Awaited<ReturnType<typeof listSignedRevisions>>[number]

type References = {
  imageId?: number | null | undefined
  authorId?: number | null | undefined
  pictures?: readonly number[] | undefined
}

/** Whether the referenced image, author and pictures exist. Null references are valid. */
export async function referencesExist(db: Db | Tx, { imageId, authorId, pictures = [] }: References) {
  const isThere = async (table: typeof media | typeof users, id: number | null | undefined) =>
    typeof id !== 'number' ||
    (await db.$count(table, and(eq(table.id, id), table === media ? isPicture : undefined))) > 0
  const [image, author, gallery] = await Promise.all([
    isThere(media, imageId),
    isThere(users, authorId),
    pictures.length === 0 ? 0 : db.$count(media, and(isPicture, inArray(media.id, [...pictures]))),
  ])
  return { image, author, pictures: gallery === pictures.length }
}
