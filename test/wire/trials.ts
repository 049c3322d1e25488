/** What a trial of a parameter is, and what trials of several lists share. */

import type { Item } from './listed-items.ts'

/** The list with this query contains the items of the whole list for which the predicate returns true. */
export type Filter = readonly [query: string, keeps: (item: Item) => boolean]
/** A predicate for values that no item of the shop has. */
export const never = () => false
export type Trial = 'refused' | 'same' | Filter | (() => Promise<void>)
export type Trials = { readonly path: string; readonly base?: string; readonly trials: Readonly<Record<string, Trial>> }

/**
 * Filters by a time that separates the items, both by their creation and by their last change. `created` and `modified`
 * name the GMT fields.
 */
export const times = (at: string, created: string, modified: string): Record<string, Filter> => ({
  after: [`after=${at}Z`, (item) => String(item[created]) >= at],
  before: [`before=${at}Z`, (item) => String(item[created]) < at],
  modified_after: [`modified_after=${at}Z`, (item) => String(item[modified]) >= at],
  modified_before: [`modified_before=${at}Z`, (item) => String(item[modified]) < at],
})
/** A field inside of a field, such as `title.raw`. */
export const nested = (item: Item, name: string, part: string) => (item[name] as Record<string, unknown>)[part]
/** A field that is a list. */
export const list = (item: Item, name: string) => item[name] as readonly unknown[]
