import type { ComponentType } from 'react'

export const islands = {
  purchase: () => import('../product/islands/simple-purchase.island.tsx').then((file) => file.SimplePurchase),
  variation: () =>
    import('../product/islands/variation-purchase.island.tsx').then((file) => file.HydratedVariationPurchase),
  'ajax-variation': () =>
    import('../product/islands/ajax-variation-purchase.island.tsx').then((file) => file.AjaxVariationPurchase),
  group: () => import('../product/islands/group.island.tsx').then((file) => file.GroupPurchase),
} satisfies Readonly<Record<string, () => Promise<ComponentType<never>>>>
