import type { Context } from 'hono'
import type { AuthDeps } from '../../people/identity/auth.ts'
import { currentUser } from '../../people/identity/auth-session.ts'
import { can } from '../../platform/access/permissions.ts'
import type { Exchange } from '../../platform/money/exchange.ts'
import { mapInSlices } from '../../platform/time/slices.ts'
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
import { videoOriginsIn, withLazyMedia, withScrollableTables } from './lazy-media.ts'

export type ShownText = ExpandedForms & {
  readonly headings: readonly Heading[]
  readonly frames: readonly string[]
  /** The blocks, which have their own layout and headings; null for plain text. */
  readonly document: PageDocument | null
  readonly expiresAt: Date | null
  /** Rendered in the editor's frame, without anything personal. */
  readonly isFrame?: boolean
}

/** The page that shows a text, and the visitor's currency. */
export type TextPlace = {
  readonly form: FormPlace
  readonly exchange: Exchange | null
  /** Rendered for the page builder. */
  readonly isEditing?: boolean
  /** Below the heading of a product tab, so headings are lowered. */
  readonly isInTab?: boolean
}

export type ShownEntry = {
  readonly id: number
  readonly content: string
  readonly builderDocument: PageDocument | null
}

/** Renders the text or the blocks of an entry. */
export type ShowText = (entry: ShownEntry, place: TextPlace) => Promise<ShownText>
export type WithShownTexts = {
  readonly showText: ShowText
  /** The user's unsaved draft in the page builder. */
  readonly draftOf: (entryId: number, userId: number) => Promise<PageDocument | null>
}

/** Whether the URL requests the editing frame or the editor's draft. */
export const isForEditors = ({ req }: Context): boolean =>
  req.query('sktbuilder') === 'true' || req.query('sktbuilder_draft') === 'true'

/**
 * The text of an entry on the current page. For page builder users, `?sktbuilder=true` gives an empty container for the
 * blocks (with `&sktbuilder_title=true` below the page title), and `?sktbuilder_draft=true` their own draft.
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

/** Rendering for the page builder, without anything personal. */
export const editorPlace: TextPlace = {
  form: { path: '/', query: new URLSearchParams(), containerPost: 0, session: () => Promise.resolve(null) },
  exchange: null,
  isEditing: true,
}

/** Separates parts; cannot occur in stored text, from which comments are removed. */
const SEPARATOR = '<!--part-->'

export function openTexts(
  shop: Pick<Platform, 'db' | 'now' | 'secret'> & WithBlocks,
  shortcodes: Shortcodes,
): ShowText {
  const expandIn =
    ({ form, isInTab = false }: TextPlace): ExpandTexts =>
    async (parts) => {
      const text = withScrollableTables(withLazyMedia(expandShortcodes(parts.join(SEPARATOR), shortcodes)))
      const marked = withHeadingIds(isInTab ? lowerHeadings(text) : text, isInTab ? productPageIds : [])
      // Each part separately, so that an unclosed feature ends with its part.
      const expanded = await mapInSlices(marked.html.split(SEPARATOR), (part, index) =>
        expandFeatures(shop.db, part, index > 0 ? `feature-${index}` : undefined),
      )
      const frames = videoOriginsIn(expanded.join(''))
      const { html, ...forms } = await expandForms(shop, expanded.join(SEPARATOR), form)
      return { ...forms, texts: html.split(SEPARATOR), headings: marked.headings, frames }
    }
  return async ({ id, content, builderDocument }, textPlace) => {
    const { exchange, isEditing = false } = textPlace
    const expand = expandIn(textPlace)
    if (builderDocument === null) {
      const { texts, ...expanded } = await expand([content])
      return { ...expanded, html: texts.join(''), document: null, expiresAt: null }
    }
    const place = { db: shop.db, now: shop.now(), entryId: id, exchange }
    const document = currentDocument(builderDocument)
    const rendered = await renderDocument(document, { ...place, registry: shop.blocks, expand, isEditing })
    // Blocks themselves may also embed videos.
    const frames = [...new Set([...rendered.frames, ...videoOriginsIn(rendered.html)])]
    return { ...rendered, html: withUniqueTransitions(rendered.html), frames, document }
  }
}

/** Keeps the first of equal `view-transition-name`s, because browsers reject duplicates. */
function withUniqueTransitions(html: string): string {
  const usedNames = new Set<string>()
  return html.replace(/ style="view-transition-name:[\w-]+"/g, (name) => {
    if (usedNames.has(name)) return ''
    usedNames.add(name)
    return name
  })
}
