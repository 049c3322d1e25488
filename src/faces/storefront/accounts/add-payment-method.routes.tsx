import { createNonce, currentAuthSession, verifyNonce } from '../../../people/identity/auth-session.ts'
import { restNonceOf } from '../../../people/identity/rest-nonce.ts'
import { loadAddresses } from '../../../people/identity/users.store.ts'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import { type AjaxHandler, ajaxText } from '../../../platform/web/ajax.ts'
import { type FlashNotice, setFlash } from '../../../platform/web/flash.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { declineText } from '../../../shop/checkout/checkout-notices.tsx'
import { paymentGlobals } from '../../../shop/checkout/page-config/payment-globals.ts'
import { CARDS_FULL } from '../../../shop/checkout/stripe-calls/intent-calls.ts'
import { type SaveSetupResult, saveCardOfSetup } from '../../../shop/gateways/cards/save-card.ts'
import { paymentMessages } from '../../../shop/gateways/payment-errors.ts'
import { savableGateways } from '../../../shop/payment-methods/payment-methods.ts'
import type { AccountForm, AccountRequest, Fields } from './account-page.tsx'
import type { AccountContext } from './context.ts'
import { AddPaymentMethodPage } from './pages/payment-methods-page.tsx'

/** WooCommerce's nonce field (account-pages.md). */
const ADD_NONCE = 'woocommerce-add-payment-method-nonce'

/** /my-account/add-payment-method/: verifies a card with the bank without a charge, and saves it (PAY-12, OPAY-02). */
export const addCardForm: AccountForm = {
  path: paths.accountAddPaymentMethod,
  nonceField: ADD_NONCE,
  show: addPage,
  submit: submitCard,
}

async function addPage({ context, shop, session, user, nonce, render }: AccountRequest, notices: NoticeList) {
  const settings = shop.settings()
  const { billing } = await loadAddresses(shop.db, user.id)
  const globals = { page: 'add_payment_method', session, amount: null, billing, shipping: {} } as const
  return render({
    section: 'payment-methods',
    title: 'Add a card',
    notices,
    takesCards: true,
    bodyClass: 'woocommerce-add-payment-method',
    scripts: ['src/faces/storefront/accounts/add-payment-method.client.ts'],
    globals: paymentGlobals(context, shop, globals),
    body: (
      <AddPaymentMethodPage
        settings={settings}
        billing={billing}
        email={user.email}
        payments={shop.payments}
        nonce={nonce(ADD_NONCE)}
        gateways={savableGateways(settings)}
        now={shop.now()}
        restNonce={restNonceOf(shop, session)}
        returnUrlOf={(method) => {
          const returnNonce = createNonce(shop.secret, method, session.sessionId)
          return shop.url + hrefs.addPaymentMethodReturn(method, returnNonce, 'add_payment_method')
        }}
      />
    ),
  })
}

/** Sent after the browser has confirmed the setup intent, which is then read from the provider. */
async function submitCard(request: AccountRequest, fields: Fields) {
  const { shop, user } = request
  const method = savableGateways(shop.settings()).find((id) => id === fields.payment_method)
  const setupId = method === undefined ? '' : (fields[`${method}_payment_intent_key`] ?? '')
  const notice = isSetupId(setupId)
    ? noticeOf(await saveOwnCard(shop, user.id, setupId))
    : ({ kind: 'error', text: NO_CARD } as const)
  return notice.kind === 'error' ? addPage(request, [notice]) : request.redirect(paths.accountPaymentMethods, notice)
}

const isSetupId = (text: string): boolean => /^seti_\w{1,200}$/.test(text)

const saveOwnCard = (shop: AccountContext, userId: number, setupId: string, clientSecret?: string) =>
  saveCardOfSetup(shop, setupId, {
    userId,
    signal: AbortSignal.timeout(shop.payments.shopperTimeoutMs),
    ...(clientSecret === undefined ? {} : { clientSecret }),
  })

const NO_CARD = 'Please enter your card details. Adding a card needs JavaScript to be turned on.'
const NOT_SAVED = 'This card could not be saved. Nothing was charged. Please try another card.'
const UNREACHABLE =
  'The payment provider can’t be reached right now. If your bank has agreed, your card appears here in a few minutes.'

function noticeOf(result: SaveSetupResult): FlashNotice {
  switch (result.kind) {
    case 'saved':
      return { kind: 'success', text: 'Payment method successfully added.' }
    case 'existing':
      return { kind: 'info', text: 'This card was saved in your account already.' }
    case 'full':
      return { kind: 'error', text: CARDS_FULL }
    case 'unreachable':
      return { kind: 'info', text: UNREACHABLE }
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

/** `/wc-api/stripe_add_payment_method/`: the return from a bank's page (stripe-plugin sheet §5), with the nonce. */
export const addPaymentMethodReturn: AjaxHandler<AccountContext> = async (context, shop) => {
  const query = context.req.query()
  const session = await currentAuthSession(context, shop)
  const method = savableGateways(shop.settings()).find((id) => id === query.payment_method)
  if (!method || !verifyNonce(shop.secret, method, session?.sessionId ?? '', query.nonce))
    return ajaxText(context, '-1', 403)
  // A guest cannot have added a card.
  if (!session) return context.redirect(paths.accountPaymentMethods, 302)
  const { setup_intent: setupId = '', setup_intent_client_secret: clientSecret = '' } = query
  const notice: FlashNotice = isSetupId(setupId)
    ? noticeOf(await saveOwnCard(shop, session.user.id, setupId, clientSecret))
    : { kind: 'error', text: NOT_SAVED }
  setFlash(context, shop, [notice])
  return context.redirect(notice.kind === 'error' ? paths.accountAddPaymentMethod : paths.accountPaymentMethods, 302)
}
