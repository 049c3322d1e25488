import { type Context, Hono } from 'hono'
import {
  type AuthSession,
  createNonce,
  currentAuthSession,
  verifyNonce,
} from '../../../people/identity/auth-session.ts'
import { restNonceOf } from '../../../people/identity/rest-nonce.ts'
import { loadAddresses } from '../../../people/identity/users.store.ts'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import { type AjaxHandler, ajaxText } from '../../../platform/web/ajax.ts'
import { type FlashNotice, setFlash } from '../../../platform/web/flash.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { declineText } from '../../../shop/checkout/checkout-notices.tsx'
import { paymentGlobals } from '../../../shop/checkout/page-config/payment-globals.ts'
import { CARDS_FULL } from '../../../shop/checkout/stripe-calls/setup-intent.ts'
import { type SaveSetupResult, saveCardOfSetup } from '../../../shop/gateways/cards/save-card.ts'
import { paymentMessages } from '../../../shop/gateways/payment-errors.ts'
import { type GatewayId, savableGateways } from '../../../shop/payment-methods/payment-methods.ts'
import { accountForm, accountPage, type Fields, formNonce, renderAccountPage } from './account-page.tsx'
import type { AccountContext } from './context.ts'
import { AddPaymentMethodPage } from './pages/add-payment-method-page.tsx'

/** WooCommerce's nonce field (account-pages.md). */
const ADD_NONCE = 'woocommerce-add-payment-method-nonce'

/** /my-account/add-payment-method/: a card is checked with the bank without a charge, and saved (PAY-12, OPAY-02). */
export function accountAddPaymentMethodRoutes(shop: AccountContext): Hono {
  const app = new Hono()
  accountPage(app, shop, paths.accountAddPaymentMethod, (context, session) => addPage(context, shop, session, []))
  accountForm(app, shop, paths.accountAddPaymentMethod, {
    nonceField: ADD_NONCE,
    submit: (context, session, fields) => submitCard(context, shop, session, fields),
    again: (context, session, _fields, notices) => addPage(context, shop, session, notices),
  })
  return app
}

async function addPage(context: Context, shop: AccountContext, session: AuthSession, notices: NoticeList) {
  const settings = shop.settings()
  const gateways = savableGateways(settings)
  const { billing } = await loadAddresses(shop.db, session.user.id)
  return renderAccountPage(context, shop, session, {
    ...{ section: 'payment-methods', title: 'Add a card', notices },
    ...{ takesCards: true, bodyClass: 'woocommerce-add-payment-method' },
    scripts: ['src/faces/storefront/accounts/add-payment-method.client.ts'],
    globals: paymentGlobals(context, shop, {
      ...{ page: 'add_payment_method', session, amount: null, billing, shipping: {} },
    }),
    body: (
      <AddPaymentMethodPage
        {...{ settings, gateways, billing }}
        now={shop.now()}
        payments={shop.payments}
        email={session.user.email}
        nonce={{ name: ADD_NONCE, value: formNonce(shop, session, ADD_NONCE) }}
        restNonce={restNonceOf(shop, session)}
        returnUrlOf={(method) => shop.url + returnHref(shop, session, method)}
      />
    ),
  })
}

const returnHref = (shop: AccountContext, session: AuthSession, method: GatewayId): string =>
  hrefs.addPaymentMethodReturn(method, createNonce(shop.secret, method, session.sessionId), 'add_payment_method')

/** The form comes after the browser has confirmed the setup intent; what it names is read back from the provider. */
async function submitCard(context: Context, shop: AccountContext, session: AuthSession, fields: Fields) {
  const method = savableGateways(shop.settings()).find((id) => id === fields.payment_method)
  const setupId = method === undefined ? '' : (fields[`${method}_payment_intent_key`] ?? '')
  if (!isSetupId(setupId)) return addPage(context, shop, session, [{ kind: 'error', text: NO_CARD }])
  const notice = noticeOf(await saveOwnCard(shop, session, setupId))
  if (notice.kind === 'error') return addPage(context, shop, session, [notice])
  setFlash(context, shop, [notice])
  return context.redirect(paths.accountPaymentMethods, 303)
}

const isSetupId = (text: string): boolean => /^seti_\w{1,200}$/.test(text)

const saveOwnCard = (shop: AccountContext, { user }: AuthSession, setupId: string, clientSecret?: string) =>
  saveCardOfSetup(shop, setupId, {
    ...{ userId: user.id, signal: AbortSignal.timeout(shop.payments.shopperTimeoutMs) },
    ...(clientSecret === undefined ? {} : { clientSecret }),
  })

const NO_CARD = 'Please enter your card details. Adding a card needs JavaScript to be turned on.'
const NOT_SAVED = 'This card could not be saved. Nothing was charged. Please try another card.'

/** What the customer is told about a card that was to be saved. */
function noticeOf(result: SaveSetupResult): FlashNotice {
  switch (result.kind) {
    case 'saved':
      return { kind: 'success', text: 'Payment method successfully added.' }
    case 'existing':
      return { kind: 'info', text: 'This card was saved in your account already.' }
    case 'full':
      return { kind: 'error', text: CARDS_FULL }
    case 'unreachable': {
      const text =
        'The payment provider can’t be reached right now. If your bank has agreed, your card appears here in a few minutes.'
      return { kind: 'info', text }
    }
    case 'unfinished': {
      const { lastError, status } = result.setup
      if (status === 'requires_payment_method' && lastError) return { kind: 'error', text: declineText(lastError) }
      return { kind: 'error', text: paymentMessages.authentication_required }
    }
    case 'refused':
      return { kind: 'error', text: result.error ? declineText(result.error) : NOT_SAVED }
    case 'detached':
    case 'gone':
      return { kind: 'error', text: NOT_SAVED }
  }
}

/**
 * `/wc-api/stripe_add_payment_method/`: the provider leads here from a bank's page (stripe-plugin sheet §5). Without the
 * session's nonce nothing is done.
 */
export const addPaymentMethodReturn: AjaxHandler<AccountContext> = async (context, shop) => {
  const query = context.req.query()
  const session = await currentAuthSession(context, shop)
  const method = savableGateways(shop.settings()).find((id) => id === query.payment_method)
  if (!method || !verifyNonce(shop.secret, method, session?.sessionId ?? '', query.nonce))
    return ajaxText(context, '-1', 403)
  // A guest has no card to come back with.
  if (!session) return context.redirect(paths.accountPaymentMethods, 302)
  const { setup_intent: setupId = '', setup_intent_client_secret: clientSecret = '' } = query
  const notice: FlashNotice = isSetupId(setupId)
    ? noticeOf(await saveOwnCard(shop, session, setupId, clientSecret))
    : { kind: 'error', text: NOT_SAVED }
  setFlash(context, shop, [notice])
  return context.redirect(notice.kind === 'error' ? paths.accountAddPaymentMethod : paths.accountPaymentMethods, 302)
}
