export type Shortcodes = Readonly<Record<string, () => string>>

/** So that pages never contradict the checkout. Unknown shortcodes are left as they are. */
export function expandShortcodes(html: string, shortcodes: Shortcodes): string {
  return html.replace(/\[([a-z_]+)\]/g, (text, name: string) => {
    const expand = Object.hasOwn(shortcodes, name) ? shortcodes[name] : undefined
    return expand ? escapeHtml(expand()) : text
  })
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
