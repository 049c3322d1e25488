import type { Platform } from '../../platform/web/context.ts'
import { expandFeatures } from '../features/expand-features.tsx'
import { expandForms } from '../forms/expand-forms.tsx'

export type Shortcodes = Readonly<Record<string, () => string>>

/** Converts stored text to HTML, for pages, feeds and the REST API. */
export type ExpandText = (content: string) => Promise<string>
export type WithTexts = { readonly textOf: ExpandText }

export const expandText =
  (shop: Pick<Platform, 'db' | 'now' | 'secret'>, shortcodes: Shortcodes): ExpandText =>
  async (content) => {
    const html = await expandFeatures(shop.db, expandShortcodes(content, shortcodes))
    return (await expandForms(shop, html, noPlace)).html
  }

/** A place without a page or visitor, so that nothing personal is rendered. */
const noPlace = { path: '/', query: new URLSearchParams(), containerPost: 0, session: () => Promise.resolve(null) }

/** Shortcodes insert settings, so that texts agree with the checkout. Unknown ones remain as they are. */
export function expandShortcodes(html: string, shortcodes: Shortcodes): string {
  return html.replace(/\[([a-z_]+)\]/g, (text, name: string) => {
    const expand = Object.hasOwn(shortcodes, name) ? shortcodes[name] : undefined
    return expand ? escapeHtml(expand()) : text
  })
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
