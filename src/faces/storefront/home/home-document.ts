import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { WithSettings } from '../../../platform/web/context.ts'
import { readOptions } from '../../../things/blocks/options.ts'
import { itemsOf } from '../../../things/blocks/render-document.tsx'
import { findPublished } from '../../../things/entries/entries.store.ts'
import { HOME_TEMPLATE } from '../../../things/entries/entry.ts'
import { blocksIn, DOCUMENT_VERSION, type PageDocument } from '../../../things/entries/page-document.ts'
import { saveTemplate } from '../../../things/entries/save-entry.ts'
import type { EntrySettings } from '../../../things/entries/settings.ts'
import { heroSlide } from './blocks/hero/hero.tsx'

const lib = 'Samovar'

/** The home page of a new shop. */
const defaultDocument: PageDocument = {
  version: DOCUMENT_VERSION,
  blocks: [
    {
      id: 1,
      lib,
      block: 'home_hero',
      names_page: true,
      items: [
        {
          eyebrow: 'Welcome',
          title: 'Tea, from the leaf to the table',
          text: 'Loose teas bought by season, described honestly and packed fresh.',
          label_1: 'Look at the teas',
          url_1: '/shop/',
          label_2: 'Read the journal',
          url_2: '/blog/',
        },
      ],
    },
    { id: 2, lib, block: 'featured_products', text: 'What we are drinking this season.' },
    { id: 3, lib, block: 'journal' },
  ],
}

/** The home page as blocks. Its id is 0 until it is first opened in the page builder. */
export async function loadHome(db: Db | Tx) {
  const entry = await findPublished(db, 'template', HOME_TEMPLATE)
  return { id: entry?.id ?? 0, content: '', builderDocument: entry?.builderDocument ?? defaultDocument }
}

/** The id of the home page for the page builder, which needs a stored entry: stores a new shop's home page. */
export async function openHome(shop: WithSettings<EntrySettings>, db: Db | Tx, now: Date): Promise<number> {
  const { id } = await loadHome(db)
  if (id > 0) return id
  const template = { slug: HOME_TEMPLATE, title: 'Home page', builderDocument: defaultDocument, version: 0 }
  // Refused if a concurrent request stored it first.
  const saved = await saveTemplate(shop, db, template, { author: null, now })
  return saved.ok ? saved.entry.id : (await loadHome(db)).id
}

/** Texts of the first hero that serves as the page title; null without one. */
export function heroOf(document: PageDocument) {
  const hero = (blocksIn(document) ?? []).find(({ block, names_page: names }) => block === 'home_hero' && names)
  const [first] = hero ? itemsOf(hero) : []
  if (!first) return null
  const { text, picture } = readOptions(heroSlide, first).options
  return { text, picture }
}
