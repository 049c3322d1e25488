import type { Platform } from '../../../platform/web/context.ts'
import type { WithBlocks } from '../../../things/blocks/block.ts'
import { listTemplates, readTemplates, saveTemplates } from '../templates.ts'
import type { EditorCall } from './editor-call.ts'
import { failed, jsonBody } from './page-data.ts'

type TemplateShop = Pick<Platform, 'db'> & WithBlocks

/** The list as JSON text, or no `templates` property if there are none. */
export async function loadPageTemplates({ shop }: EditorCall<TemplateShop>) {
  const templates = await listTemplates(shop.db)
  if (templates.length === 0) return { json: { success: false } }
  return { json: { success: true, templates: JSON.stringify(templates) } }
}

/** Replaces the whole list: omitted templates are deleted. */
export async function savePageTemplates(call: EditorCall<TemplateShop>) {
  const { shop } = call
  const templates = readTemplates(shop.blocks, await jsonBody(call))
  if (!templates)
    return failed('These are not templates: each has a title, blocks, and a PNG of at most 400 KB or none.')
  const result = await saveTemplates(shop.db, () => templates)
  if (result === 'too-large') return failed('These are too many templates.')
  if (result === 'unchanged') return { json: { success: false } }
  return { json: { success: true }, event: { kind: 'content' as const, summary: 'Saves the templates of pages' } }
}
