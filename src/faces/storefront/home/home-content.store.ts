import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { WithSettings } from '../../../platform/web/context.ts'
import { findPublished } from '../../../things/entries/entries.store.ts'
import { type SavedBy, type SaveResult, saveTemplate } from '../../../things/entries/save-entry.ts'
import type { EntrySettings } from '../../../things/entries/settings.ts'
import { defaultHomeContent, type HomeContent } from './home-content.ts'

/** WordPress's name of the home page's template. */
export const HOME_TEMPLATE = 'front-page'

export async function loadHomeContent(db: Db | Tx) {
  const entry = await findPublished(db, 'template', HOME_TEMPLATE)
  // Only `saveHomeContent` writes these fields, at first without slides.
  const stored = (entry?.fields as HomeContent | null) ?? defaultHomeContent
  const content: HomeContent = { ...stored, hero: { ...stored.hero, slides: stored.hero.slides ?? [] } }
  return { content, entry }
}

/** Saves the content of the home page. `version` is the one that was edited, 0 for that of a new shop. */
export const saveHomeContent = (
  shop: WithSettings<EntrySettings>,
  db: Db | Tx,
  { content, version }: { readonly content: HomeContent; readonly version?: number | undefined },
  by: SavedBy,
): Promise<SaveResult> =>
  saveTemplate(shop, db, { slug: HOME_TEMPLATE, title: 'Home page', fields: content, version }, by)
