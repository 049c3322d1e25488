import type { Platform } from '../../platform/web/context.ts'
import type { WithPricing } from '../pricing/context.ts'

/** Context of the cart's routes and calls. */
export type CartContext = Pick<Platform, 'db' | 'now' | 'secret' | 'url'> & WithPricing
