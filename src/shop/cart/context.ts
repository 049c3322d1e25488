import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { PaymentMethodSettings } from '../payment-methods/settings.ts'
import type { WithPricing } from '../pricing/context.ts'
import type { CartSettings } from './settings.ts'

export type CartContext = Pick<Platform, 'db' | 'now' | 'secret' | 'url'> &
  WithPricing &
  WithSettings<CartSettings & PaymentMethodSettings>
