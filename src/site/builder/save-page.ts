import { and, eq, inArray, or } from 'drizzle-orm'
import { type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import type { WithSettings } from '../../platform/web/context.ts'
import type { BlockRegistry, WithBlocks } from '../../things/blocks/block.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { type ContentKind, type Entry, type EntryChange, HOME_TEMPLATE } from '../../things/entries/entry.ts'
import { MAX_DOCUMENT_LENGTH, type PageDocument, readDocument } from '../../things/entries/page-document.ts'
import { type SavedBy, type SaveProblem, saveEntry } from '../../things/entries/save-entry.ts'
import type { EntrySettings } from '../../things/entries/settings.ts'
import type { WithCommentHooks } from '../comments/context.ts'
import { builderDrafts } from './builder.table.ts'
import { isDraftOf } from './drafts.store.ts'
import { cleanDocument, contentOf } from './page-content.ts'

/** Kinds of entries that the page builder edits. */
const kinds = ['page', 'post', 'project', 'product'] satisfies ContentKind[]

export type BuilderPage = Entry & { readonly kind: ContentKind }

const isHome = and(eq(entries.kind, 'template'), eq(entries.slug, HOME_TEMPLATE))

/** A page, post, project or product that is not in the trash, or the home page. */
export const findBuilderPage = (db: Db | Tx, id: number): Promise<BuilderPage | null> =>
  db
    .select()
    .from(entries)
    .where(and(eq(entries.id, id), or(inArray(entries.kind, kinds), isHome)))
    .then(firstOf)
    .then((entry) => (entry && entry.status !== 'trash' ? (entry as BuilderPage) : null))

export type PageProblem = SaveProblem | { readonly kind: 'invalid-document' }
export type PageResult =
  | { readonly ok: true; readonly entry: Entry; readonly outcome: 'created' | 'updated' | 'unchanged' }
  | { readonly ok: false; readonly problem: PageProblem }

type PageChange = Pick<EntryChange, 'version' | 'title' | 'status' | 'publishedAt'> & {
  readonly id: number
  /** As sent, of any version; null goes back to the text. */
  readonly document: unknown
}

/** A document of any version, as it is sent, in the way it is stored; null if it is none, or too large. */
export function toStoredDocument(registry: BlockRegistry, sent: unknown): PageDocument | null {
  const read = readDocument(sent)
  const text = read && JSON.stringify(read)
  if (!text || text.length > MAX_DOCUMENT_LENGTH) return null
  // PostgreSQL stores neither a null character nor half of a surrogate pair, which JSON writes as escapes.
  const storable = text.replace(/\\(u0000|ud[89a-f][\da-f]{2}|.)/g, (escape, of: string) =>
    of === 'u0000' ? '' : of.length === 1 ? escape : '\ufffd',
  )
  // Read again: without its null characters, the name of a setting may be that of another one.
  const stored = readDocument(JSON.parse(storable))
  return stored && cleanDocument(registry, stored)
}

type PageShop = WithBlocks & TextShop
type TextShop = WithCommentHooks & WithSettings<EntrySettings>

/**
 * Saves an entry, and what searches find of a product with its text. Products are locked before their entries, as
 * wherever they are saved.
 */
export async function saveText(shop: TextShop, tx: Tx, change: EntryChange, by: SavedBy) {
  const { kind, id } = change
  if (kind !== 'product' || id === undefined) return saveEntry(shop, tx, change, by)
  await shop.commentHooks.lockProducts(tx, [id])
  const saved = await saveEntry(shop, tx, change, by)
  await shop.commentHooks.refreshEntries(tx, [id], by.now)
  return saved
}

/** Saves the blocks of a page, and what they say as its text. The draft of who saves is used up. */
export const savePage = (shop: PageShop, db: Db | Tx, { id, document: sent, ...change }: PageChange, by: SavedBy) =>
  db.transaction(async (tx): Promise<PageResult> => {
    const page = await findBuilderPage(tx, id)
    if (!page) return { ok: false, problem: { kind: 'no-such-entry' } }
    const document = sent === null ? null : toStoredDocument(shop.blocks, sent)
    // The home page has no text that it could go back to.
    if (sent === null ? page.kind === 'template' : !document)
      return { ok: false, problem: { kind: 'invalid-document' } }
    const content = document ? { content: contentOf(shop.blocks, document) } : {}
    // The status and date of a product are not the builder's, and the home page is always there.
    const saved = page.kind === 'product' || page.kind === 'template' ? { version: change.version } : change
    const result = await saveText(
      shop,
      tx,
      { ...saved, ...content, id, kind: page.kind, builderDocument: document },
      by,
    )
    if (result.ok && by.author !== null) await tx.delete(builderDrafts).where(isDraftOf(id, by.author))
    return result
  })
