import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '../database/connect.ts'
import { announceTags } from '../web/page-tags.ts'
import { loadSettings, saveSetting } from './settings.store.ts'
import { settings as settingsTable } from './settings.table.ts'
import { type ShopChoices, shopChoicesOf } from './shop-choices.ts'

/** Writes what was changed and tells every process; kept pages show it from then on. Answers all choices as they are now. */
export async function saveShopChoices(db: Db, changes: Partial<ShopChoices>): Promise<ShopChoices> {
  return db.transaction(async (tx) => {
    // Two people who save at once come one after the other: the settings of reviews are written as one.
    await tx.execute(sql`lock table ${settingsTable} in share row exclusive mode`)
    const before = await loadSettings(tx)
    const wanted = { ...shopChoicesOf(before), ...changes }
    await saveSetting(tx, 'gridLayout', wanted.grid_layout)
    await saveSetting(tx, 'productsPerPage', wanted.products_per_page)
    await saveSetting(tx, 'cartRedirectAfterAdd', wanted.cart_redirect_after_add)
    await saveSetting(tx, 'checkoutPhoneField', wanted.checkout_phone_field)
    await saveSetting(tx, 'reviews', {
      ...before.reviews,
      ratingRequired: wanted.review_rating_required,
      wait: wanted.reviews_wait,
      buyersOnly: wanted.reviews_buyers_only,
    })
    if (wanted.store_notice !== (before.storeNotice?.text ?? '')) {
      await saveSetting(tx, 'storeNotice', noticeOf(wanted.store_notice))
    }
    await announceTags(tx, ['settings'])
    return shopChoicesOf(await loadSettings(tx))
  })
}

/** Other words are another notice, which shows again to those who dismissed the last one (SITE-01). */
const noticeOf = (text: string): { id: string; text: string } | null =>
  text === '' ? null : { id: createHash('sha256').update(text).digest('hex').slice(0, 8), text }
