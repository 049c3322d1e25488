import type { Tx } from '../../platform/database/connect.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { defaultsOf } from '../../things/settings/setting.ts'
import { loadStored, saveSettings } from '../../things/settings/settings.store.ts'
import { pricingSettings } from '../pricing/settings.ts'
import { deleteClass, type TaxClassRecord } from './taxes.store.ts'

export const taxSettings = { taxes: pricingSettings.taxes }

/** Deletes a class with its rates. Its products get the standard class; shipping is taxed by the cart items. */
export async function deleteTaxClass(tx: Tx, slug: string): Promise<TaxClassRecord | null> {
  const deleted = await deleteClass(tx, slug)
  const { taxes } = await loadStored(tx, defaultsOf(taxSettings))
  if (deleted && taxes.shippingTaxClass === slug) {
    await saveSettings(tx, { taxes: { ...taxes, shippingTaxClass: 'inherit' } })
    await invalidatePageTags(tx, ['settings'])
  }
  return deleted
}
