import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { WithSettings } from '../../../platform/web/context.ts'
import { findPublished } from '../../../things/entries/entries.store.ts'
import type { Entry } from '../../../things/entries/entry.ts'
import { type SavedBy, type SaveResult, saveTemplate } from '../../../things/entries/save-entry.ts'
import type { EntrySettings } from '../../../things/entries/settings.ts'
import { defaultHomeWords, type HomeWords } from './home-words.ts'

/** WordPress's name of the home page's template. */
export const HOME_TEMPLATE = 'front-page'

/** The words of the home page with their entry, which is null until somebody writes them. */
export async function loadHomeWords(db: Db | Tx): Promise<{ readonly words: HomeWords; readonly entry: Entry | null }> {
  const entry = await findPublished(db, 'template', HOME_TEMPLATE)
  // Only `saveHomeWords` writes these fields.
  return { words: (entry?.fields as HomeWords | null) ?? defaultHomeWords, entry }
}

/** Saves the words of the home page. `version` is the one that was edited, 0 for the words of a new shop. */
export const saveHomeWords = (
  shop: WithSettings<EntrySettings>,
  db: Db | Tx,
  { words, version }: { readonly words: HomeWords; readonly version?: number | undefined },
  by: SavedBy,
): Promise<SaveResult> =>
  saveTemplate(shop, db, { slug: HOME_TEMPLATE, title: 'Home page', fields: words, version }, by)
