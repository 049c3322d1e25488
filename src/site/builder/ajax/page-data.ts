import { idOf, isRecord, isTooDeep } from '../../../platform/rest/request.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { formFields } from '../../../platform/web/form.ts'
import type { WithBlocks } from '../../../things/blocks/block.ts'
import {
  currentDocument,
  emptyDocument,
  MAX_DOCUMENT_LENGTH,
  readDocument,
} from '../../../things/entries/page-document.ts'
import { foreignBlocks, foreignHtml } from '../foreign-html.ts'
import { type BuilderPage, findBuilderPage, savePage } from '../save-page.ts'
import type { EditorCall } from './editor-call.ts'

type PageShop = Pick<Platform, 'now'> & Parameters<typeof savePage>[0]

export const failed = (error: string) => ({ json: { success: false, error } })

/** The body parsed as JSON, regardless of its content type; undefined if it is invalid. */
export async function jsonBody({ context }: Pick<EditorCall<unknown>, 'context'>): Promise<unknown> {
  const text = await context.req.text()
  if (isTooDeep(text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const noPage = failed('There is no such page.')

/** Empty for a page that was never saved in the page builder. */
const storedIn = ({ builderDocument }: BuilderPage) =>
  builderDocument ? currentDocument(builderDocument) : emptyDocument

export async function loadPageData({ context, shop }: EditorCall<PageShop>) {
  const page = await findBuilderPage(shop.db, idOf((await formFields(context)).page_id))
  if (!page) return noPage
  const { blocks, version } = storedIn(page)
  return { json: { success: true, data: { blocks, version } } }
}

export async function savePageData(call: EditorCall<PageShop>) {
  const { shop, user } = call
  const body = await jsonBody(call)
  if (!isRecord(body)) return failed('This is not a page.')
  const page = await findBuilderPage(shop.db, idOf(body.pageId))
  if (!page) return noPage
  const document = documentOf(shop, page, body.data)
  const saved = await savePage(shop, { id: page.id, document }, { author: user.id, now: shop.now() })
  if (!saved.ok)
    return saved.problem.kind === 'invalid-document'
      ? failed('This is not a page of blocks, or it is too large: at most 400 blocks, 8 deep.')
      : noPage
  if (saved.outcome === 'unchanged') return { json: { success: false } }
  const event = { kind: 'content' as const, summary: 'Saves the blocks of a page', subjectId: page.id }
  return { json: { success: true }, event: { ...event, subjectName: page.title } }
}

/**
 * Builds a document from page data with rendered HTML, or from a list of blocks. Keeps what this call does not
 * transfer: whether the page shows its title, and the HTML of foreign blocks if none is sent.
 */
function documentOf({ blocks: registry }: WithBlocks, page: BuilderPage, sent: unknown): unknown {
  const { data, html } = isRecord(sent) && 'data' in sent ? sent : { data: sent, html: undefined }
  const document = data === null || data === undefined ? null : readDocument(data)
  const foreign = foreignBlocks(registry, document?.blocks ?? [])
  const isTooLong = foreign.length > 0 && typeof html === 'string' && html.length > MAX_DOCUMENT_LENGTH
  // An empty object is refused on saving.
  if (!document || isTooLong) return {}
  const before = storedIn(page)
  const known = new Map(foreignBlocks(registry, before.blocks).map((one) => [one.id, one]))
  const preservedHtml = foreign.flatMap(({ id, lib, block }) => {
    const previous = known.get(id)
    const shown = before.foreign?.[id]
    return previous?.lib === lib && previous.block === block && shown !== undefined ? [[id, shown] as const] : []
  })
  const rendered = typeof html === 'string' ? foreignHtml(registry, document.blocks, html) : {}
  return {
    ...document,
    showsTitle: document.showsTitle ?? before.showsTitle,
    foreign: { ...Object.fromEntries(preservedHtml), ...rendered },
  }
}
