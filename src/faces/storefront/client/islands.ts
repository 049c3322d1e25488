import type { ComponentType } from 'react'
import type { IslandName } from '../../../platform/web/island-names.ts'

/** Components of the islands. Props are JSON in the page, so only the island knows their type. */
export const islands: Readonly<Record<IslandName, () => Promise<ComponentType<never>>>> = {
  purchase: () =>
    import('../../../shop/catalog/islands/simple-purchase.island.tsx').then((file) => file.SimplePurchase),
  choice: () =>
    import('../../../shop/catalog/islands/variation-purchase.island.tsx').then(
      (file) => file.HydratedVariationPurchase,
    ),
  many: () =>
    import('../../../shop/catalog/islands/ajax-variation-purchase.island.tsx').then(
      (file) => file.AjaxVariationPurchase,
    ),
  group: () => import('../../../shop/catalog/islands/group.island.tsx').then((file) => file.GroupPurchase),
}
