import { createHash } from 'node:crypto'
import type { Db } from '../../../platform/database/connect.ts'
import { invalidatePageTags } from '../../../platform/web/page-tags.ts'
import { loadStored, lockSettings, saveSettings } from '../../../things/settings/settings.store.ts'
import { type ShopScreenSettings, type ShopSettings, shopScreenDefaults, shopSettingsOf } from './shop-settings.ts'

/** Writes what was changed and tells every process; kept pages show it from then on. Answers all choices as they are now. */
export async function saveShopSettings(db: Db, changes: Partial<ShopSettings>): Promise<ShopSettings> {
  return db.transaction(async (tx) => {
    // Two people who save at once come one after the other: the settings of reviews are written as one.
    await lockSettings(tx)
    const before = await loadStored(tx, shopScreenDefaults)
    const updated = { ...shopSettingsOf(before), ...changes }
    await saveSettings<ShopScreenSettings>(tx, {
      gridLayout: updated.grid_layout,
      productsPerPage: updated.products_per_page,
      cartRedirectAfterAdd: updated.cart_redirect_after_add,
      checkoutPhoneField: updated.checkout_phone_field,
      reviews: {
        ...before.reviews,
        ratingRequired: updated.review_rating_required,
        moderation: updated.reviews_wait,
        verifiedOwnersOnly: updated.reviews_buyers_only,
      },
    })
    if (updated.store_notice !== (before.storeNotice?.text ?? '')) {
      await saveSettings<ShopScreenSettings>(tx, { storeNotice: noticeOf(updated.store_notice) })
    }
    await invalidatePageTags(tx, ['settings'])
    return shopSettingsOf(await loadStored(tx, shopScreenDefaults))
  })
}

/** Other words are another notice, which shows again to those who dismissed the last one (SITE-01). */
const noticeOf = (text: string): { id: string; text: string } | null =>
  text === '' ? null : { id: createHash('sha256').update(text).digest('hex').slice(0, 8), text }
