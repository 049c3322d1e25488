import { and, eq, inArray, or } from 'drizzle-orm'
import { type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import type { BlockRegistry, WithBlocks } from '../../things/blocks/block.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { type ContentKind, type Entry, type EntryChange, HOME_TEMPLATE } from '../../things/entries/entry.ts'
import { type RestoreProblem, restoreRevision as restoreEntry } from '../../things/entries/entry-status.ts'
import { MAX_DOCUMENT_LENGTH, type PageDocument, readDocument } from '../../things/entries/page-document.ts'
import { type SavedBy, type SaveResult, saveEntry } from '../../things/entries/save-entry.ts'
import type { EntrySettings } from '../../things/entries/settings.ts'
import type { WithCommentHooks } from '../comments/context.ts'
import { builderDrafts } from './builder.table.ts'
import { isDraftOf } from './drafts.store.ts'
import { isHeldByOther, renewLock } from './locks.store.ts'
import { cleanDocument, contentOf } from './page-content.ts'

/** Entry kinds that the page builder edits. */
const kinds = ['page', 'post', 'project', 'product'] satisfies ContentKind[]

export type BuilderPage = Entry & { readonly kind: ContentKind }

const isHome = and(eq(entries.kind, 'template'), eq(entries.slug, HOME_TEMPLATE))

/** A page, post, project or product outside of the trash, or the home page. */
export const findBuilderPage = (db: Db | Tx, id: number): Promise<BuilderPage | null> =>
  db
    .select()
    .from(entries)
    .where(and(eq(entries.id, id), or(inArray(entries.kind, kinds), isHome)))
    .then(firstOf)
    .then((entry) => (entry && entry.status !== 'trash' ? (entry as BuilderPage) : null))

export type PageProblem = RestoreProblem | { readonly kind: 'invalid-document' } | { readonly kind: 'locked' }
export type PageResult = Extract<SaveResult, { ok: true }> | { readonly ok: false; readonly problem: PageProblem }

/** Who saves, and in which window; other clients than the editor have none. */
type PageAuthor = SavedBy & { readonly author: number; readonly session?: string | undefined }

type PageChange = Pick<EntryChange, 'version' | 'title' | 'status' | 'publishedAt'> & {
  readonly id: number
  /** Of any format version; null removes the blocks, and the page shows its text. */
  readonly document: unknown
}

/** A document of any version in the stored format; null if it is invalid or too large. */
export function toStoredDocument(registry: BlockRegistry, sent: unknown): PageDocument | null {
  const read = readDocument(sent)
  const text = read && JSON.stringify(read)
  if (!text || text.length > MAX_DOCUMENT_LENGTH) return null
  // PostgreSQL stores neither NUL nor unpaired surrogates, which JSON writes as escapes.
  const storable = text.replace(/\\(u0000|ud[89a-f][\da-f]{2}|.)/g, (escape, sequence: string) =>
    sequence === 'u0000' ? '' : sequence.length === 1 ? escape : '\ufffd',
  )
  // Validated again, because without NUL two setting names may collide.
  const stored = readDocument(JSON.parse(storable))
  return stored && cleanDocument(registry, stored)
}

type TextShop = Pick<Platform, 'db'> & WithCommentHooks & WithSettings<EntrySettings>

const refused = (kind: 'locked' | 'no-such-entry' | 'invalid-document') => ({ ok: false, problem: { kind } }) as const

/**
 * Writes a page, unless another window has its lock; a window that writes renews its own. A product's search text
 * follows, and products are locked before entries, the order of all product saves.
 */
const writePage = (
  { db, commentHooks }: TextShop,
  id: number,
  { author, session, now }: PageAuthor,
  write: (tx: Tx, page: BuilderPage) => Promise<PageResult>,
): Promise<PageResult> =>
  db.transaction(async (tx) => {
    const editor = session === undefined ? null : { userId: author, session }
    if (editor && isHeldByOther(await renewLock(tx, id, editor, now), editor)) return refused('locked')
    const page = await findBuilderPage(tx, id)
    if (!page) return refused('no-such-entry')
    if (page.kind !== 'product') return write(tx, page)
    await commentHooks.lockProducts(tx, [id])
    const result = await write(tx, page)
    if (result.ok) await commentHooks.refreshEntries(tx, [id], now)
    return result
  })

/** Saves the blocks of a page, and their text as its content. Deletes the author's draft. */
export const savePage = (shop: TextShop & WithBlocks, { id, document: sent, ...change }: PageChange, by: PageAuthor) =>
  writePage(shop, id, by, async (tx, { kind }) => {
    const document = sent === null ? null : toStoredDocument(shop.blocks, sent)
    // The home page has no text to fall back to.
    if (sent === null ? kind === 'template' : !document) return refused('invalid-document')
    const content = document ? { content: contentOf(shop.blocks, document) } : {}
    // The builder does not edit a product's status and date, and the home page is always published.
    const allowedChange = kind === 'product' || kind === 'template' ? { version: change.version } : change
    const result = await saveEntry(shop, tx, { ...allowedChange, ...content, id, kind, builderDocument: document }, by)
    if (result.ok) await tx.delete(builderDrafts).where(isDraftOf(id, by.author))
    return result
  })

type Revision = { readonly id: number; readonly revisionId: number }

/** Restores a revision. Products also update the name in lists. */
export const restoreRevision = (shop: TextShop, { id, revisionId }: Revision, by: PageAuthor) =>
  writePage(shop, id, by, async (tx, { kind }) => {
    if (kind === 'product') await invalidatePageTags(tx, ['listing'])
    return restoreEntry(shop, tx, { kind, id, revisionId }, by)
  })
