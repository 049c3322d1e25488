import { and, eq } from 'drizzle-orm'
import { connect } from '../../src/platform/database/connect.ts'
import { openEmbedded } from '../../src/platform/database/embedded.ts'
import { entries } from '../../src/things/entries/entries.table.ts'
import type { Block } from '../../src/things/entries/page-document.ts'
import { demo } from './demo-shop.ts'
import type { ShopProcess } from './shop-process.ts'

export const builtPath = `/${demo.page}/`
export const handMadePath = `/${demo.page}-by-hand/`

const itemNames: Readonly<Record<string, string>> = { counter: 'count', testimonial_columns: 'testimonial' }

const shortcode = (name: string, given: Readonly<Record<string, unknown>>, inner: string | undefined) => {
  const options = Object.entries(given).map(([option, value]) => ` ${option}="${value}"`)
  return `[${name}${options.join('')}]${inner === undefined ? '' : `${inner}[/${name}]`}`
}

/** The content of a block as a person would write it in a text without blocks. */
function textOf({ id: _, lib: _lib, block, content, items, html, ...given }: Block): string {
  if (Array.isArray(content)) return (content as Block[]).map(textOf).join('\n')
  if (block === 'heading') return `<h2>${given.text}</h2>`
  if (block === 'rich_text') return String(given.text)
  if (!Array.isArray(items)) return shortcode(block, given, html as string | undefined)
  const parts = (items as { html: string }[]).map(({ html: inner, ...one }) =>
    shortcode(itemNames[block] ?? '', one, inner),
  )
  return shortcode(block, given, parts.join('\n'))
}

/**
 * Adds a page with the same title, picture and words as the demo shop's About page, but with a text in place of blocks.
 */
export async function addHandMadePage({ dataDir }: Pick<ShopProcess, 'dataDir'>): Promise<void> {
  const database = await openEmbedded(dataDir)
  const { db, close } = connect(database.url)
  const isAbout = and(eq(entries.kind, 'page'), eq(entries.slug, demo.page))
  const [about] = await db.select().from(entries).where(isAbout)
  if (!about?.builderDocument) throw new Error('About is not made of blocks')
  const { kind, title, excerpt, imageId, builderDocument } = about
  const content = builderDocument.blocks.map(textOf).join('\n')
  await db.insert(entries).values({ kind, slug: `${demo.page}-by-hand`, title, excerpt, imageId, content })
  await close()
  await database.stop()
}
