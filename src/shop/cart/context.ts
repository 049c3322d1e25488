import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import type { WithPricing } from '../pricing/context.ts'
import type { CartSettings } from './settings.ts'

/** What the cart's routes and calls are handed; what they call asks for less. */
export type CartContext = Platform & WithPricing & WithSettings<CartSettings & InventorySettings>
