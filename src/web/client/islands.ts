import type { ComponentType } from 'react'
import type { IslandName } from '../island-names.ts'

/** Where each island's component is. Its props travel in the page as JSON, so only the island knows their type. */
export const islands: Readonly<Record<IslandName, () => Promise<ComponentType<never>>>> = {
  purchase: () => import('../../catalog/islands/purchase.island.tsx').then((file) => file.Purchase),
  choice: () => import('../../catalog/islands/choice.island.tsx').then((file) => file.ChoiceInPage),
  many: () => import('../../catalog/islands/many.island.tsx').then((file) => file.Many),
  group: () => import('../../catalog/islands/group.island.tsx').then((file) => file.GroupPurchase),
}
