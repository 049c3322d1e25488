import { toGmtIso } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import type { BlockDefinition, BlockRegistry } from '../../../things/blocks/block.ts'
import { optionsJson } from '../../../things/blocks/option-json.ts'
import { entryHref, isDateOpen } from '../../../things/entries/entry.ts'
import { currentDocument, emptyDocument, type PageDocument } from '../../../things/entries/page-document.ts'
import { previewHref } from '../../../things/entries/preview-link.ts'
import { findDraft } from '../drafts.store.ts'
import { findLock, type Lock } from '../locks.store.ts'
import type { BuilderPage } from '../save-page.ts'

export type PageJson = Awaited<ReturnType<typeof pageJson>>

export type LockJson = NonNullable<ReturnType<typeof lockJson>>

export const lockJson = (lock: Lock | null) =>
  lock && {
    user_id: lock.userId,
    name: lock.name,
    session: lock.session,
    renewed_at_gmt: toGmtIso(lock.renewedAt),
  }

type JsonShop = Pick<Platform, 'db' | 'now' | 'secret' | 'url'>

export async function pageJson(page: BuilderPage, shop: JsonShop, userId: number) {
  const [draft, lock] = await Promise.all([findDraft(shop.db, page.id, userId), findLock(shop.db, page.id, shop.now())])
  const preview = previewHref(shop.secret, page.id, shop.now())
  const link = (page.status === 'publish' || page.status === 'private' ? entryHref(page) : null) ?? preview
  return {
    id: page.id,
    kind: page.kind,
    title: page.title,
    status: page.status,
    date_gmt: toGmtIso(page.publishedAt),
    /** Publishing will set the date. */
    is_date_open: isDateOpen(page),
    modified_gmt: toGmtIso(page.updatedAt),
    version: page.version,
    /** Public URL, or a preview URL. */
    link,
    preview_link: preview,
    frame_link: `${link}${link.includes('?') ? '&' : '?'}sktbuilder=true`,
    document: shownDocument(page),
    is_built: page.builderDocument !== null,
    draft: draft && {
      document: currentDocument(draft.document),
      title: draft.title,
      base_version: draft.baseVersion,
      saved_at_gmt: toGmtIso(draft.savedAt),
    },
    lock: lockJson(lock),
  }
}

/** The blocks of a page. A text written without the builder becomes one block. */
export function shownDocument(page: Pick<BuilderPage, 'builderDocument' | 'content'>): PageDocument {
  const { builderDocument, content } = page
  if (builderDocument) return currentDocument(builderDocument)
  const blocks = content === '' ? [] : [{ id: 1, lib: 'Samovar', block: 'rich_text', text: content }]
  return { ...emptyDocument, showsTitle: true, blocks }
}

export type LibraryJson = ReturnType<typeof librariesJson>[number]
export type BlockJson = LibraryJson['blocks'][number]

/** Sample text that makes a new block visible. */
function initialItem(item: BlockDefinition['item'], number: number): Readonly<Record<string, unknown>> {
  const name = ['title', 'name', 'label'].find((option) => item && option in item.options.shape)
  return {
    id: number,
    order: number,
    ...(item && name ? { [name]: `${item.title} ${number}` } : {}),
    ...(item?.enclosesText ? { html: '<p>Write something here.</p>' } : {}),
  }
}

export const librariesJson = ({ libraries }: BlockRegistry) =>
  libraries.map(({ name, title, groups, blocks }) => ({
    name,
    title,
    groups,
    blocks: blocks.map((one) => ({
      lib: name,
      name: one.name,
      title: one.title,
      group: one.group,
      options: optionsJson(one.options),
      item: one.item
        ? {
            title: one.item.title,
            options: optionsJson(one.item.options),
            encloses_text: one.item.enclosesText ?? false,
          }
        : null,
      slots: one.slots ?? [],
      /** Content of a new block, in addition to option defaults. */
      initial: one.item ? { items: [1, 2, 3].map((number) => initialItem(one.item, number)) } : {},
    })),
  }))
