import { createHash } from 'node:crypto'
import type { Db } from '../../../platform/database/connect.ts'
import { invalidatePageTags } from '../../../platform/web/page-tags.ts'
import { loadStored, lockSettings, saveSettings } from '../../../things/settings/settings.store.ts'
import { type ShopScreenSettings, type ShopSettings, shopScreenDefaults, shopSettingsOf } from './shop-settings.ts'

/** Saves changed settings and invalidates cached pages in all processes. Returns all settings. */
export async function saveShopSettings(db: Db, changes: Partial<ShopSettings>): Promise<ShopSettings> {
  return db.transaction(async (tx) => {
    // Serializes concurrent saves, because review settings are stored as one value.
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

/** A changed text gets a new id, so that visitors who dismissed the old notice see it (SITE-01). */
const noticeOf = (text: string): { id: string; text: string } | null =>
  text === '' ? null : { id: createHash('sha256').update(text).digest('hex').slice(0, 8), text }
