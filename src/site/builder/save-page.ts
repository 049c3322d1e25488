import { and, eq, inArray } from 'drizzle-orm'
import { users } from '../../people/identity/accounts.table.ts'
import { type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import type { WithSettings } from '../../platform/web/context.ts'
import type { WithBlocks } from '../../things/blocks/block.ts'
import { entries } from '../../things/entries/entries.table.ts'
import type { ContentKind, Entry, EntryChange } from '../../things/entries/entry.ts'
import { MAX_DOCUMENT_LENGTH, readDocument } from '../../things/entries/page-document.ts'
import { type SavedBy, type SaveProblem, saveEntry } from '../../things/entries/save-entry.ts'
import type { EntrySettings } from '../../things/entries/settings.ts'
import { builderDrafts } from './builder.table.ts'
import { cleanDocument, contentOf } from './page-content.ts'

/** Kinds of entries whose text can be made of blocks. */
const kinds = ['page', 'post', 'project', 'product'] satisfies ContentKind[]

export type BuilderPage = Entry & { readonly kind: ContentKind }

/** A page, post, project or product that is not in the trash. */
export const findBuilderPage = (db: Db | Tx, id: number): Promise<BuilderPage | null> =>
  db
    .select()
    .from(entries)
    .where(and(eq(entries.id, id), inArray(entries.kind, kinds)))
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

type PageShop = WithBlocks & WithSettings<EntrySettings>

/** Saves the blocks of a page, and what they say as its text. The draft of who saves is used up. */
export const savePage = (shop: PageShop, db: Db | Tx, { id, document: sent, ...change }: PageChange, by: SavedBy) =>
  db.transaction(async (tx): Promise<PageResult> => {
    const page = await findBuilderPage(tx, id)
    if (!page) return { ok: false, problem: { kind: 'no-such-entry' } }
    const read = sent === null ? null : readDocument(sent)
    if (sent !== null && (!read || JSON.stringify(read).length > MAX_DOCUMENT_LENGTH))
      return { ok: false, problem: { kind: 'invalid-document' } }
    const document = read && cleanDocument(shop.blocks, read)
    const content = document ? { content: contentOf(shop.blocks, document) } : {}
    // The status and date of a product are not the builder's.
    const saved = page.kind === 'product' ? { version: change.version } : change
    const result = await saveEntry(
      shop,
      tx,
      { ...saved, ...content, id, kind: page.kind, builderDocument: document },
      by,
    )
    if (result.ok && by.author !== null)
      await tx.delete(builderDrafts).where(and(eq(builderDrafts.entryId, id), eq(builderDrafts.userId, by.author)))
    return result
  })

/** The name of somebody with an account. */
export const nameOf = (db: Db | Tx, userId: number): Promise<string> =>
  db
    .select({ name: users.name })
    .from(users)
    .where(eq(users.id, userId))
    .then((rows) => rows[0]?.name ?? '')
