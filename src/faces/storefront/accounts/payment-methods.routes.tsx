import { type Context, Hono } from 'hono'
import {
  type AuthSession,
  createNonce,
  currentAuthSession,
  verifyNonce,
} from '../../../people/identity/auth-session.ts'
import { type FlashNotice, setFlash } from '../../../platform/web/flash.tsx'
import { formFields } from '../../../platform/web/form.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { isPageRequest, isPrefetch } from '../../../shop/cart/add-from-form.ts'
import { deleteCard, makeDefaultCard } from '../../../shop/gateways/cards/save-card.ts'
import { cardName, MAX_SAVED_CARDS, type SavedCard } from '../../../shop/gateways/cards/saved-card.ts'
import { readCards } from '../../../shop/gateways/cards/saved-cards.store.ts'
import { savableGateways } from '../../../shop/payment-methods/payment-methods.ts'
import { accountPage, renderAccountPage, renderSignIn } from './account-page.tsx'
import type { AccountContext } from './context.ts'
import { ConfirmCardChange, PaymentMethodsPage } from './pages/payment-methods-page.tsx'

/** /my-account/payment-methods/: saved cards, and the links that delete one or make it the default (PAY-12). */
export function accountPaymentMethodsRoutes(shop: AccountContext): Hono {
  const app = new Hono()
  accountPage(app, shop, paths.accountPaymentMethods, async (context, session) => {
    const cards = await ownCards(shop, session)
    return renderAccountPage(context, shop, session, {
      ...{ section: 'payment-methods', title: 'Payment methods' },
      body: (
        <PaymentMethodsPage
          cards={cards}
          now={shop.now()}
          canAdd={savableGateways(shop.settings()).length > 0}
          isFull={cards.length >= MAX_SAVED_CARDS}
          defaultHref={({ id }) => hrefs.defaultPaymentMethod(id, nonceOf(shop, session, defaultChange, id))}
        />
      ),
    })
  })
  for (const change of [deletion, defaultChange]) {
    const handle = (context: Context) => changeCard(context, shop, change)
    app.get(change.path, handle).post(change.path, handle)
  }
  return app
}

const ownCards = (shop: AccountContext, { user }: AuthSession): Promise<SavedCard[]> =>
  readCards(shop.db, { customerId: user.id, provider: shop.payments.provider.name })

type CardChange = {
  readonly path: string
  /** WooCommerce's nonce action, to which the id is added. */
  readonly action: string
  readonly href: (card: number) => string
  readonly question: (card: SavedCard) => string
  readonly explanation: string
  readonly button: string
  /** Null if the card is not this customer's. */
  readonly apply: (shop: AccountContext, userId: number, card: number) => Promise<SavedCard | null>
  readonly done: (card: SavedCard) => string
}

const deletion: CardChange = {
  path: paths.accountDeletePaymentMethod,
  action: 'delete-payment-method-',
  href: hrefs.deletePaymentMethod,
  question: (card) => `Delete ${cardName(card)}?`,
  explanation: 'You can add it again at any time. Orders that were paid with it stay as they are.',
  button: 'Delete the card',
  apply: deleteCard,
  done: (card) => `Payment method deleted: ${cardName(card)}.`,
}

const defaultChange: CardChange = {
  path: paths.accountDefaultPaymentMethod,
  action: 'set-default-payment-method-',
  href: hrefs.defaultPaymentMethod,
  question: (card) => `Make ${cardName(card)} your default?`,
  explanation: 'It will be the one that is chosen at first at the checkout.',
  button: 'Make it the default',
  apply: makeDefaultCard,
  done: (card) => `This payment method was successfully set as your default: ${cardName(card)}.`,
}

const nonceOf = (shop: AccountContext, session: AuthSession, { action }: CardChange, card: number): string =>
  createNonce(shop.secret, `${action}${card}`, session.sessionId)

const NO_SUCH_CARD: FlashNotice = { kind: 'error', text: 'Invalid payment method.' }

/** With the nonce of this session the change is made at once; without one the page asks first. */
async function changeCard(context: Context, shop: AccountContext, change: CardChange): Promise<Response> {
  context.header('cache-control', 'no-store')
  if (context.req.method === 'GET' && (isPrefetch(context) || !isPageRequest(context)))
    return context.text('Not without being opened.', 503)
  const session = await currentAuthSession(context, shop)
  if (!session) return renderSignIn(context, shop)
  const id = Number(context.req.param('card'))
  const card = (await ownCards(shop, session)).find((one) => one.id === id)
  if (!card) return leave(context, shop, NO_SUCH_CARD)
  const nonce = context.req.method === 'POST' ? (await formFields(context))._wpnonce : context.req.query('_wpnonce')
  if (!verifyNonce(shop.secret, `${change.action}${id}`, session.sessionId, nonce))
    return renderAccountPage(context, shop, session, {
      ...{ section: 'payment-methods', title: change.question(card) },
      body: (
        <ConfirmCardChange
          text={change.explanation}
          button={change.button}
          action={change.href(id)}
          nonce={nonceOf(shop, session, change, id)}
        />
      ),
    })
  const changed = await change.apply(shop, session.user.id, id)
  return leave(context, shop, changed ? { kind: 'success', text: change.done(changed) } : NO_SUCH_CARD)
}

function leave(context: Context, shop: AccountContext, notice: FlashNotice): Response {
  setFlash(context, shop, [notice])
  return context.redirect(paths.accountPaymentMethods, 303)
}
