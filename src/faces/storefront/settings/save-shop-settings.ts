import { createHash } from 'node:crypto'
import type { Db } from '../../../platform/database/connect.ts'
import { updateSettings } from '../../../things/settings/settings.store.ts'
import { type ShopScreenSettings, type ShopSettings, shopScreenDefaults, shopSettingsOf } from './shop-settings.ts'

/** Saves changed settings. Returns all settings. */
export async function saveShopSettings(db: Db, changes: Partial<ShopSettings>): Promise<ShopSettings> {
  const saved = await updateSettings<ShopScreenSettings>(db, shopScreenDefaults, (stored) => {
    const updated = { ...shopSettingsOf(stored), ...changes }
    return {
      gridLayout: updated.grid_layout,
      productsPerPage: updated.products_per_page,
      cartRedirectAfterAdd: updated.cart_redirect_after_add,
      checkoutPhoneField: updated.checkout_phone_field,
      reviews: {
        ...stored.reviews,
        ratingRequired: updated.review_rating_required,
        moderation: updated.reviews_wait,
        verifiedOwnersOnly: updated.reviews_buyers_only,
      },
      ...(updated.store_notice === (stored.storeNotice?.text ?? '')
        ? {}
        : { storeNotice: noticeOf(updated.store_notice) }),
    }
  })
  return shopSettingsOf(saved)
}

/** A changed text gets a new id, so that visitors who dismissed the old notice see it (SITE-01). */
const noticeOf = (text: string): { id: string; text: string } | null =>
  text === '' ? null : { id: createHash('sha256').update(text).digest('hex').slice(0, 8), text }
