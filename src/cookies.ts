import { setUpCodeCookie } from './faces/storefront/accounts/second-factor.routes.tsx'
import { invitationCookie } from './faces/storefront/accounts/sign-in/invitation.routes.tsx'
import { mailedLinkCookie } from './faces/storefront/accounts/sign-in/mailed-link.tsx'
import { passwordLinkCookie } from './faces/storefront/accounts/sign-in/password.routes.tsx'
import { signInCodeCookie } from './faces/storefront/accounts/sign-in/sign-in-code.routes.tsx'
import { shopperViewCookie } from './faces/storefront/appearance/shopper-view.ts'
import { staffCookie } from './faces/storefront/appearance/staff-cookie.ts'
import { accountRequestCookie } from './people/identity/account-after-order.ts'
import { authCookies } from './people/identity/auth-session.ts'
import { formDraftCookie } from './people/identity/form-draft.ts'
import { deviceCookieDeclaration } from './people/identity/sign-in/known-device.ts'
import type { CookieDeclaration } from './platform/web/cookie-declaration.ts'
import { currencyCookie } from './platform/web/currency.ts'
import { flashCookie } from './platform/web/flash.tsx'
import { cartCookies } from './shop/cart/cart-session.ts'
import { passwordCookie } from './shop/catalog/product-password.ts'
import { fraudVisitCookie } from './shop/checkout/page-config/fraud-visit.ts'
import type { PricingSettings } from './shop/pricing/settings.ts'
import type { FraudSettings } from './shop/risk/settings.ts'
import { savedCookies } from './shop/saved/saved-session.ts'
import type { TrackingSettings } from './shop/tracking/settings.ts'
import { sentMessageCookie } from './site/forms/sent-message.ts'

/** Set by browser code, which cannot import these declarations. */
const noticeCookie: CookieDeclaration = {
  name: 'store_notice*',
  purpose: 'remembers that you closed the notice on top',
  lifetime: 'a year',
}

const contentsCookie: CookieDeclaration = {
  name: 'tocplus_hidetoc',
  purpose: 'remembers that you hid the contents beside a text',
  lifetime: '30 days',
}

const visitCookies: CookieDeclaration = {
  name: 'sbjs_*',
  purpose: 'hold how this visit began, which is stored with an order',
  lifetime: 'until you close the browser',
}

export type CookieSettings = TrackingSettings &
  Pick<PricingSettings, 'currencies'> &
  Pick<FraudSettings, 'fraudDetection'>

/** Every cookie that the shop sets with these settings; all are first-party. */
export const cookiesOf = ({
  orderAttribution,
  currencies,
  fraudDetection,
}: CookieSettings): readonly CookieDeclaration[] => [
  ...cartCookies,
  deviceCookieDeclaration,
  ...authCookies,
  ...savedCookies,
  flashCookie,
  noticeCookie,
  contentsCookie,
  formDraftCookie,
  sentMessageCookie,
  passwordLinkCookie,
  mailedLinkCookie,
  signInCodeCookie,
  accountRequestCookie,
  setUpCodeCookie,
  invitationCookie,
  passwordCookie,
  staffCookie,
  shopperViewCookie,
  ...(fraudDetection.beaconKey === '' ? [] : [fraudVisitCookie]),
  ...(orderAttribution ? [visitCookies] : []),
  ...(currencies.length > 0 ? [currencyCookie] : []),
]

/** The cookies as text, for the privacy page. */
export const cookiesText = (settings: CookieSettings): string =>
  cookiesOf(settings)
    .map(({ name, purpose, lifetime }) => `${name} ${purpose} (${lifetime})`)
    .join('; ')
