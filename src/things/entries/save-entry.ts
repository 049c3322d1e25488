import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql } from 'drizzle-orm'
import { type Db, type Tx } from '../../platform/database/connect.ts'
import type { WithSettings } from '../../platform/web/context.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { cleanContent, cleanLine, cleanText } from './clean-content.ts'
import { entries } from './entries.table.ts'
import {
  type Entry,
  type EntryChange,
  entryTags,
  isDateOpen,
  isPublic,
  isReservedSlug,
  statusAt,
  trashedSlug,
  untrashedSlug,
} from './entry.ts'
import { rememberSlugs } from './old-slugs.store.ts'
import { keepRevision } from './revisions.store.ts'
import type { EntrySettings } from './settings.ts'
import { slugify, uniqueSlugs } from './slug.ts'

export type SaveProblem =
  | { readonly kind: 'no-such-entry' }
  /** Somebody saved a newer version in the meantime. */
  | { readonly kind: 'outdated'; readonly version: number; readonly savedAt: Date }
  /** The URL is used by a part of the shop. */
  | { readonly kind: 'slug-reserved'; readonly slug: string }
  /** The parent is not a page, or is a descendant of this one. */
  | { readonly kind: 'no-such-parent' }

export type SaveResult =
  | { readonly ok: true; readonly entry: Entry; readonly outcome: 'created' | 'updated' | 'unchanged' }
  | { readonly ok: false; readonly problem: SaveProblem }

export type SavedBy = { readonly author: number | null; readonly now: Date }

/** Columns that a save writes. */
type Draft = Omit<Entry, 'id' | 'kind' | 'version' | 'searchText' | 'createdAt' | 'updatedAt'>

/**
 * The only write path of posts, pages, projects and templates: sanitizes texts, determines status, date and slug,
 * stores a revision and the former URL, and invalidates cached pages. Saves of one entry are serialized; one without
 * changes writes nothing.
 */
export const saveEntry = (
  shop: WithSettings<EntrySettings>,
  db: Db | Tx,
  change: EntryChange,
  by: SavedBy,
): Promise<SaveResult> =>
  db.transaction(async (tx) => {
    const before = change.id === undefined ? null : await lockEntry(tx, change.kind, change.id)
    if (before === undefined) return refused({ kind: 'no-such-entry' })
    if (before && change.version !== undefined && change.version !== before.version)
      return refused({ kind: 'outdated', version: before.version, savedAt: before.updatedAt })
    const draft = merge(before, change, by)
    if (draft.parentId !== null && draft.parentId !== before?.parentId && !(await isParent(tx, draft.parentId, before)))
      return refused({ kind: 'no-such-parent' })
    const base = slugBase(before, change, draft)
    if (change.slug !== undefined && isReservedSlug(change.kind, base))
      return refused({ kind: 'slug-reserved', slug: base })
    const slug = base === before?.slug ? base : (await uniqueSlugs(tx, change.kind, [base], [before?.slug]))[0]
    if (slug === undefined) throw new Error('No slug was found')
    const after = { ...draft, slug }
    if (before && isSame(before, after)) return { ok: true, entry: before, outcome: 'unchanged' }
    const entry = before ? await update(tx, before, after, by.now) : await insert(tx, change, after, by.now)
    if (before && before.slug !== slug && before.wasPublished && before.status !== 'trash' && entry.status !== 'trash')
      await rememberSlugs(tx, change.kind, [{ id: entry.id, from: before.slug, to: slug }])
    await keepRevision(tx, { before, after: entry, author: by.author, keep: shop.settings().revisionsToKeep })
    if (isPublic(before) || isPublic(entry)) await invalidatePageTags(tx, entryTags(entry))
    return { ok: true, entry, outcome: before ? 'updated' : 'created' }
  })

type TemplateChange = { readonly slug: string } & Pick<EntryChange, 'title' | 'fields' | 'builderDocument' | 'version'>

/** Saves the template with this slug. Before its first save it has version 0. */
export const saveTemplate = (
  shop: WithSettings<EntrySettings>,
  db: Db | Tx,
  { slug, ...change }: TemplateChange,
  by: SavedBy,
): Promise<SaveResult> =>
  db.transaction(async (tx) => {
    const isTemplate = and(eq(entries.kind, 'template'), eq(entries.slug, slug))
    // Of two concurrent first saves the second finds the row of the first.
    await tx
      .insert(entries)
      .values({
        kind: 'template',
        slug,
        title: change.title ?? slug,
        status: 'publish',
        version: 0,
        commentsOpen: false,
        publishedAt: by.now,
        createdAt: by.now,
        updatedAt: by.now,
      })
      .onConflictDoNothing()
    const [row] = await tx.select({ id: entries.id }).from(entries).where(isTemplate)
    return saveEntry(shop, tx, { ...change, kind: 'template', id: row?.id ?? 0 }, by)
  })

const refused = (problem: SaveProblem): SaveResult => ({ ok: false, problem })

/** Locks the entry until the transaction ends. */
export async function lockEntry(tx: Tx, kind: EntryChange['kind'], id: number): Promise<Entry | undefined> {
  const [row] = await tx
    .select()
    .from(entries)
    .where(and(eq(entries.id, id), eq(entries.kind, kind)))
    .for('update')
  return row
}

function merge(before: Entry | null, change: EntryChange, { author, now }: SavedBy): Draft {
  const createdAt = before?.createdAt ?? now
  const content = change.content === undefined ? (before?.content ?? '') : cleanContent(change.content)
  const title = change.title === undefined ? (before?.title ?? '') : cleanLine(change.title)
  const { excerpt } = change
  if (before?.kind === 'product') {
    // Status, date and other columns of a product are written by the catalog; only its texts here.
    const { id: _, kind: __, version: ___, searchText: ____, createdAt: _____, updatedAt: ______, ...rest } = before
    const short = excerpt === undefined ? before.excerpt : cleanContent(excerpt)
    return { ...rest, title, excerpt: short, content, builderDocument: documentOf(before, change, content) }
  }
  const requestedStatus = change.status ?? before?.status ?? 'draft'
  const emptied = before?.wasPublished ? new Date(Math.min(before.publishedAt.getTime(), now.getTime())) : createdAt
  const date = change.publishedAt === null ? emptied : (change.publishedAt ?? before?.publishedAt ?? now)
  const isOpen = isDateOpen({ publishedAt: date, createdAt, wasPublished: before?.wasPublished ?? false })
  const publishedAt = isOpen && (requestedStatus === 'publish' || requestedStatus === 'private') ? now : date
  const status = statusAt(requestedStatus, publishedAt, now)
  const beforeTrash = before?.status === 'trash' ? before.statusBeforeTrash : (before?.status ?? 'draft')
  return {
    title,
    excerpt: excerpt === undefined ? (before?.excerpt ?? '') : cleanText(excerpt),
    content,
    fields: change.fields === undefined ? (before?.fields ?? null) : change.fields,
    builderDocument: documentOf(before, change, content),
    slug: '',
    status,
    publishedAt,
    wasPublished: before?.wasPublished || status === 'publish',
    statusBeforeTrash: status === 'trash' ? beforeTrash : null,
    authorId: change.authorId === undefined ? (before ? before.authorId : author) : change.authorId,
    imageId: change.imageId === undefined ? (before?.imageId ?? null) : change.imageId,
    commentsOpen: change.commentsOpen ?? before?.commentsOpen ?? change.kind === 'post',
    parentId: change.parentId === undefined ? (before?.parentId ?? null) : change.parentId,
    password: before?.password ?? '',
    seoTitle: before?.seoTitle ?? '',
    seoDescription: before?.seoDescription ?? '',
    menuOrder: change.menuOrder ?? before?.menuOrder ?? 0,
  }
}

/** New text without blocks replaces the blocks, which the previous revision still contains. */
function documentOf(before: Entry | null, { builderDocument }: EntryChange, content: string): Entry['builderDocument'] {
  if (builderDocument !== undefined) return builderDocument
  return before?.content === content ? before.builderDocument : null
}

/** The slug follows the title until the URL is public, unless it was set explicitly. */
function slugBase(before: Entry | null, change: EntryChange, { title, status }: Draft): string {
  const fromTitle = slugify(title) || change.kind
  if (change.slug !== undefined) return slugify(change.slug) || fromTitle
  if (!before) return fromTitle
  if (before.kind === 'product') return before.slug
  if (status === 'trash') return before.status === 'trash' ? before.slug : trashedSlug(before.slug)
  const current = before.status === 'trash' ? untrashedSlug(before.slug) : before.slug
  const followed = slugify(before.title) || before.kind
  const follows = !before.wasPublished && (current === followed || current.replace(/-\d+$/, '') === followed)
  return follows && fromTitle !== followed ? fromTitle : current
}

/** Whether the parent is a page outside the trash, and neither this page nor its descendant. */
async function isParent(tx: Tx, parentId: number, entry: Entry | null): Promise<boolean> {
  // Concurrent moves below each other would form a cycle.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('samovar.page-parents'))`)
  const { rows } = await tx.execute<{ id: number }>(sql`
    with recursive above as (
      select id, parent_id, 1 as depth from entries where id = ${parentId} and kind = 'page' and status <> 'trash'
      union all
      select entries.id, entries.parent_id, depth + 1 from entries join above on above.parent_id = entries.id
      where depth < ${MAX_DEPTH}
    ) select id from above`)
  return rows.length > 0 && rows.every(({ id }) => id !== entry?.id)
}
const MAX_DEPTH = 50

const isSame = (before: Entry, after: Draft): boolean =>
  Object.entries(after).every(([name, value]) => isDeepStrictEqual(before[name as keyof Draft], value))

async function insert(tx: Tx, { kind }: EntryChange, after: Draft, now: Date): Promise<Entry> {
  const [row] = await tx
    .insert(entries)
    .values({ ...after, kind, createdAt: now, updatedAt: now })
    .returning()
  return stored(row)
}

async function update(tx: Tx, before: Entry, after: Draft, now: Date): Promise<Entry> {
  const [row] = await tx
    .update(entries)
    .set({ ...after, version: before.version + 1, updatedAt: now })
    .where(eq(entries.id, before.id))
    .returning()
  return stored(row)
}

function stored(row: Entry | undefined): Entry {
  if (!row) throw new Error('The entry was not written')
  return row
}
