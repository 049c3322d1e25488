import type { AccountSettings } from '../../../people/identity/settings.ts'
import type { WithPrivacy } from '../../../people/privacy/personal-data.ts'
import type { WithSettings } from '../../../platform/web/context.ts'
import type { CheckoutContext, OrderingSettings } from '../../../shop/checkout/context.ts'
import type { WithMessages } from '../../../things/messages/open-messages.ts'
import type { DocumentSettings, StorefrontContext } from '../context.ts'

/** Dependencies of the account pages, which include the checkout's rules for addresses and orders. */
export type AccountContext = Omit<StorefrontContext & CheckoutContext, 'settings'> &
  WithMessages &
  WithPrivacy &
  WithSettings<ReturnType<StorefrontContext['settings']> & DocumentSettings & OrderingSettings & AccountSettings>
