import { toGmtIso } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import type { BlockRegistry } from '../../../things/blocks/block.ts'
import { type OptionJson, optionsJson } from '../../../things/blocks/option-json.ts'
import { entryHref, isDateOpen } from '../../../things/entries/entry.ts'
import {
  DOCUMENT_VERSION,
  emptyDocument,
  type PageDocument,
  presentDocument,
} from '../../../things/entries/page-document.ts'
import { previewHref } from '../../../things/entries/preview-link.ts'
import type { BuilderPage } from '../save-page.ts'

export type PageJson = {
  readonly id: number
  readonly kind: BuilderPage['kind']
  readonly title: string
  readonly status: BuilderPage['status']
  readonly date_gmt: string
  /** Publishing sets the date. */
  readonly is_date_open: boolean
  readonly modified_gmt: string
  readonly version: number
  /** Public address, or that of a preview. */
  readonly link: string
  readonly preview_link: string
  /** Opens the page in the editing frame. */
  readonly frame_link: string
  readonly document: PageDocument
  /** Whether the page is made of blocks already; otherwise `document` is its text as one block. */
  readonly is_built: boolean
}

type JsonShop = Pick<Platform, 'now' | 'secret' | 'url'>

export function pageJson(page: BuilderPage, shop: JsonShop): PageJson {
  const preview = previewHref(shop.secret, page.id, shop.now())
  const link = (page.status === 'publish' || page.status === 'private' ? entryHref(page) : null) ?? preview
  return {
    id: page.id,
    kind: page.kind,
    title: page.title,
    status: page.status,
    date_gmt: toGmtIso(page.publishedAt),
    is_date_open: isDateOpen(page),
    modified_gmt: toGmtIso(page.updatedAt),
    version: page.version,
    link,
    preview_link: preview,
    frame_link: `${link}${link.includes('?') ? '&' : '?'}sktbuilder=true`,
    document: page.builderDocument ? presentDocument(page.builderDocument) : textDocument(page.content),
    is_built: page.builderDocument !== null,
  }
}

/** A text that was written without blocks, as one block. */
const textDocument = (content: string): PageDocument =>
  content === ''
    ? { ...emptyDocument, showsTitle: true }
    : {
        version: DOCUMENT_VERSION,
        showsTitle: true,
        blocks: [{ id: 1, lib: 'Samovar', block: 'rich_text', text: content }],
      }

export type BlockJson = {
  readonly lib: string
  readonly name: string
  readonly title: string
  readonly group: string
  readonly options: readonly OptionJson[]
  readonly item: {
    readonly title: string
    readonly options: readonly OptionJson[]
    readonly encloses_text: boolean
  } | null
  readonly slots: readonly { readonly name: string; readonly title: string }[]
}

export type LibraryJson = {
  readonly name: string
  readonly title: string
  readonly groups: readonly { readonly id: string; readonly label: string }[]
  readonly blocks: readonly BlockJson[]
}

export const librariesJson = ({ libraries }: BlockRegistry): LibraryJson[] =>
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
    })),
  }))
