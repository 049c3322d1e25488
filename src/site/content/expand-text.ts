import type { Db } from '../../platform/database/connect.ts'
import { expandFeatures } from '../features/expand-features.tsx'

export type Shortcodes = Readonly<Record<string, () => string>>

/** The HTML of a stored text, wherever it is shown: pages, feeds and the REST API. */
export type ExpandText = (content: string) => Promise<string>
export type WithTexts = { readonly textOf: ExpandText }

export const expandText =
  (db: Db, shortcodes: Shortcodes): ExpandText =>
  (content) =>
    expandFeatures(db, expandShortcodes(content, shortcodes))

/** So that pages never contradict the checkout. Unknown shortcodes are left as they are. */
export function expandShortcodes(html: string, shortcodes: Shortcodes): string {
  return html.replace(/\[([a-z_]+)\]/g, (text, name: string) => {
    const expand = Object.hasOwn(shortcodes, name) ? shortcodes[name] : undefined
    return expand ? escapeHtml(expand()) : text
  })
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
