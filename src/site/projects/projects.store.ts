import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { columnsOf, type Db } from '../../platform/database/connect.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { entryTerms, terms } from '../../things/entries/terms.table.ts'
import { entryMedia, media, pictureColumns } from '../../things/media/media.table.ts'
import { storedVideo } from '../../things/media/video-address.ts'

export type ProjectCategory = { readonly id: number; readonly slug: string; readonly name: string }
export type ProjectSummary = Awaited<ReturnType<typeof listProjects>>[number]
export type Project = NonNullable<Awaited<ReturnType<typeof findProject>>>

/** The filter works on one page with all projects; older ones are left to search engines. */
const MAX_PROJECTS = 200

const isPublished = sql`${entries.status} = 'publish'`
const isPrivate = sql`${entries.status} = 'private'`

const columns = {
  id: entries.id,
  slug: entries.slug,
  title: entries.title,
  excerpt: entries.excerpt,
  fields: entries.fields,
  picture: pictureColumns,
  categories: sql<
    ProjectCategory[]
  >`coalesce((select json_agg(json_build_object('id', terms.id, 'slug', terms.slug, 'name', terms.name)
    order by terms.position, lower(terms.name)) from entry_terms join terms on terms.id = entry_terms.term_id
    where entry_terms.entry_id = ${entries.id} and terms.taxonomy = 'project_category'), '[]')`,
}

const isProject = (where: SQL | undefined) => and(sql`${entries.kind} = 'project'`, where)

export async function listProjects(db: Db) {
  const rows = await db
    .select(columns)
    .from(entries)
    .leftJoin(media, eq(media.id, entries.imageId))
    .where(isProject(isPublished))
    .orderBy(desc(entries.publishedAt), desc(entries.id))
    .limit(MAX_PROJECTS)
  return rows.map(({ fields, ...project }) => ({ ...project, video: storedVideo(fields) }))
}

type ProjectKey = { readonly slug: string; readonly isPrivate?: boolean } | { readonly id: number }

/** By slug: published, or private for authorized users. By id: any status, for a preview. */
export async function findProject(db: Db, key: ProjectKey) {
  const where =
    'id' in key ? eq(entries.id, key.id) : and(key.isPrivate ? isPrivate : isPublished, eq(entries.slug, key.slug))
  const [row] = await db
    .select({ ...columns, ...columnsOf(entries, 'content', 'builderDocument') })
    .from(entries)
    .leftJoin(media, eq(media.id, entries.imageId))
    .where(isProject(where))
  if (!row) return null
  const pictures = await db
    .select(pictureColumns)
    .from(entryMedia)
    .innerJoin(media, eq(media.id, entryMedia.mediaId))
    .where(eq(entryMedia.entryId, row.id))
    .orderBy(asc(entryMedia.position))
  const { fields, ...project } = row
  return { ...project, pictures, video: storedVideo(fields) }
}

/** Categories with a published project, by name. */
export const usedCategories = (db: Db): Promise<ProjectCategory[]> =>
  db
    .select(columnsOf(terms, 'id', 'slug', 'name'))
    .from(terms)
    .where(
      and(
        eq(terms.taxonomy, 'project_category'),
        sql`exists (select from ${entryTerms} join ${entries} on ${entries.id} = ${entryTerms.entryId}
          where ${entryTerms.termId} = ${terms.id} and ${entries.kind} = 'project' and ${isPublished})`,
      ),
    )
    .orderBy(asc(terms.position), asc(sql`lower(${terms.name})`))
