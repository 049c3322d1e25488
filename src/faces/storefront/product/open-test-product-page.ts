import { openShop } from '../../../../test/support/shop.ts'
import type { ProductInput } from '../../../shop/catalog/product-record.ts'
import { saveProduct } from '../../../shop/catalog/save-product.ts'
import { media } from '../../../things/media/media.table.ts'

export const now = new Date('2026-11-20T12:00:00Z')

const plain = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
/** The opening tags of all elements with this name. */
export const tags = (html: string, name: string) => html.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? []
export const attributesOf = (tag: string): Record<string, string> =>
  Object.fromEntries([...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, plain(value)]))
/** The text without tags, as a person reads it. */
export const textOf = (html: string) =>
  plain(html.replaceAll(/<[^>]+>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim()
/** The HTML from the first match to the next `to`; empty if there is none. */
export const part = (html: string, from: string | RegExp, to: string) => {
  const start = html.search(from)
  return start < 0 ? '' : html.slice(start, html.indexOf(to, start) + to.length)
}
/** The text of the notices above the product. */
export const noticesOf = (html: string) =>
  textOf(part(html, 'class="woocommerce-notices-wrapper"', '<div id="product-'))

/** A shop whose products a test saves, and the pages that show them. */
export async function openTestProductPage() {
  const { app, db } = await openShop({ now: () => now })

  const save = async (input: ProductInput): Promise<number> => {
    const saved = await db.transaction((tx) => saveProduct(tx, input, { now }))
    if (!saved.ok) throw new Error(saved.problem.kind)
    return saved.id
  }
  const simple = (name: string, more: Partial<ProductInput> = {}) =>
    save({ type: 'simple', name, regularPriceCents: 1000, ...more })

  const page = async (path: string, init?: RequestInit) => {
    const response = await app.request(path, init)
    return { status: response.status, html: await response.text() }
  }

  async function pictures(count: number): Promise<number[]> {
    const made = await db
      .insert(media)
      .values(
        Array.from({ length: count }, (_, index) => ({
          path: `2026/11/view-${Math.random().toString(36).slice(2)}-${index}.webp`,
          mime: 'image/webp',
          width: 1200,
          height: index === 1 ? 900 : 1500,
          bytes: 1,
          alt: `View ${index + 1}`,
          title: `Title ${index + 1}`,
          caption: index === 0 ? 'A caption with <b>no</b> markup' : '',
        })),
      )
      .returning({ id: media.id })
    return made.map((row) => row.id)
  }

  return { app, db, save, simple, page, pictures }
}
