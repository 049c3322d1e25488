import type { Context } from 'hono'
import type { AuthDeps } from '../../people/identity/auth.ts'
import { currentUser } from '../../people/identity/auth-session.ts'
import { can } from '../../platform/access/permissions.ts'
import type { Exchange } from '../../platform/money/exchange.ts'
import type { Platform } from '../../platform/web/context.ts'
import { shownExchange } from '../../platform/web/currency.ts'
import type { Heading, WithBlocks } from '../../things/blocks/block.ts'
import { type ExpandTexts, renderDocument } from '../../things/blocks/render-document.tsx'
import { currentDocument, emptyDocument, type PageDocument } from '../../things/entries/page-document.ts'
import { expandFeatures } from '../features/expand-features.tsx'
import { type ExpandedForms, expandForms, type FormPlace } from '../forms/expand-forms.tsx'
import { formPlaceOf } from '../forms/form-posts.ts'
import { builderUse } from './capabilities.ts'
import { expandShortcodes, type Shortcodes } from './expand-text.ts'
import { lowerHeadings, productPageIds, withHeadingIds } from './headings.ts'
import { videoOriginsIn, withLazyMedia } from './lazy-media.ts'

export type ShownText = ExpandedForms & {
  readonly headings: readonly Heading[]
  readonly frames: readonly string[]
  /** Made of blocks, which have places and headings of their own. */
  readonly document: PageDocument | null
  readonly expiresAt: Date | null
  /** In the editor's frame: nothing of it is for visitors. */
  readonly isFrame?: boolean
}

/** Where a text is shown: the page, and what its visitor has chosen. */
export type TextPlace = {
  readonly form: FormPlace
  readonly exchange: Exchange | null
  /** For the editor of page documents. */
  readonly isEditing?: boolean
  /** Below the heading of a product's tab. */
  readonly isInTab?: boolean
}

export type ShownEntry = {
  readonly id: number
  readonly content: string
  readonly builderDocument: PageDocument | null
}

/** The HTML of an entry's text, or of its blocks, on its page. */
export type ShowText = (entry: ShownEntry, place: TextPlace) => Promise<ShownText>
export type WithShownTexts = {
  readonly showText: ShowText
  /** An unsaved draft of the page builder. */
  readonly draftOf: (entryId: number, userId: number) => Promise<PageDocument | null>
}

/** Whether the page is asked for as only editors see it: in the editing frame, or with their draft. */
export const isForEditors = ({ req }: Context): boolean =>
  req.query('sktbuilder') === 'true' || req.query('sktbuilder_draft') === 'true'

/**
 * The text of an entry on the page that is asked for; for an editor of `?sktbuilder=true` the place of its blocks (below the title
 * of the page with `&sktbuilder_title=true`), and with `?sktbuilder_draft=true` their own draft.
 */
export async function textOnPage(
  context: Context,
  shop: WithShownTexts & AuthDeps,
  entry: ShownEntry,
): Promise<ShownText> {
  const user = isForEditors(context) ? await currentUser(context, shop) : null
  const editor = user && can(user, builderUse) ? user : null
  if (editor && context.req.query('sktbuilder') === 'true') {
    const title = context.req.query('sktbuilder_title')
    const document = entry.builderDocument ?? emptyDocument
    return { ...editingFrame, document: title === undefined ? document : { ...document, showsTitle: title === 'true' } }
  }
  const draft = editor && (await shop.draftOf(entry.id, editor.id))
  const shown = draft ? { ...entry, builderDocument: draft } : entry
  const text = await shop.showText(shown, {
    form: formPlaceOf(context, shop, entry.id),
    exchange: shownExchange(context),
  })
  return draft ? { ...text, isPersonal: true } : text
}

const editingFrame: Omit<ShownText, 'document'> = {
  html: '<div id="sktbuilder-blocks"></div>',
  headings: [],
  frames: [],
  scripts: [],
  tags: [],
  isPersonal: true,
  expiresAt: null,
  isFrame: true,
}

/** In front of the editor of blocks nothing of a visitor is shown. */
export const editorPlace: TextPlace = {
  form: { path: '/', query: new URLSearchParams(), containerPost: 0, session: () => Promise.resolve(null) },
  exchange: null,
  isEditing: true,
}

/** No one can write it: comments are removed from what people write. */
const BETWEEN = '<!--part-->'

export function openTexts(
  shop: Pick<Platform, 'db' | 'now' | 'secret'> & WithBlocks,
  shortcodes: Shortcodes,
): ShowText {
  const expandIn =
    ({ form, isInTab = false }: TextPlace): ExpandTexts =>
    async (parts) => {
      const text = withLazyMedia(expandShortcodes(parts.join(BETWEEN), shortcodes))
      const marked = withHeadingIds(isInTab ? lowerHeadings(text) : text, isInTab ? productPageIds : [])
      // A feature that is not closed ends with its part.
      const expanded = await Promise.all(
        marked.html
          .split(BETWEEN)
          .map((part, index) => expandFeatures(shop.db, part, index > 0 ? `feature-${index}` : undefined)),
      )
      const frames = videoOriginsIn(expanded.join(''))
      const { html, ...needs } = await expandForms(shop, expanded.join(BETWEEN), form)
      return { ...needs, texts: html.split(BETWEEN), headings: marked.headings, frames }
    }
  return async ({ id, content, builderDocument }, textPlace) => {
    const { exchange, isEditing = false } = textPlace
    const expand = expandIn(textPlace)
    if (builderDocument === null) {
      const { texts, ...needs } = await expand([content])
      return { ...needs, html: texts.join(''), document: null, expiresAt: null }
    }
    const place = { db: shop.db, now: shop.now(), entryId: id, exchange }
    const document = currentDocument(builderDocument)
    const rendered = await renderDocument(document, { ...place, registry: shop.blocks, expand, isEditing })
    // What a block has made itself may show videos, too.
    const frames = [...new Set([...rendered.frames, ...videoOriginsIn(rendered.html)])]
    return { ...rendered, html: withNamesOnce(rendered.html), frames, document }
  }
}

/** A picture that is shown twice moves from its first place to the next page: a browser refuses two of one name. */
function withNamesOnce(html: string): string {
  const seen = new Set<string>()
  return html.replace(/ style="view-transition-name:[\w-]+"/g, (name) => {
    if (seen.has(name)) return ''
    seen.add(name)
    return name
  })
}
