import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import type { WithPricing } from '../pricing/context.ts'
import type { CartSettings } from './settings.ts'

/** Context of the cart's routes and calls; the functions they call require only parts of it. */
export type CartContext = Platform & WithPricing & WithSettings<CartSettings & InventorySettings>
