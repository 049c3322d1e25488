import type { Platform } from '../../platform/web/context.ts'
import { expandFeatures } from '../features/expand-features.tsx'
import { expandForms } from '../forms/expand-forms.tsx'

export type Shortcodes = Readonly<Record<string, () => string>>

/** The HTML of a stored text, wherever it is shown: pages, feeds and the REST API. */
export type ExpandText = (content: string) => Promise<string>
export type WithTexts = { readonly textOf: ExpandText }

export const expandText =
  (shop: Pick<Platform, 'db' | 'now' | 'secret'>, shortcodes: Shortcodes): ExpandText =>
  async (content) => {
    const html = await expandFeatures(shop.db, expandShortcodes(content, shortcodes))
    return (await expandForms(shop, html, nowhere)).html
  }

/** Outside of a page nothing of a visitor is shown. */
const nowhere = { path: '/', query: new URLSearchParams(), containerPost: 0, session: () => Promise.resolve(null) }

/** So that pages never contradict the checkout. Unknown shortcodes are left as they are. */
export function expandShortcodes(html: string, shortcodes: Shortcodes): string {
  return html.replace(/\[([a-z_]+)\]/g, (text, name: string) => {
    const expand = Object.hasOwn(shortcodes, name) ? shortcodes[name] : undefined
    return expand ? escapeHtml(expand()) : text
  })
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
