import { type Context, Hono } from 'hono'
import { currentAuthSession, verifyNonce } from '../../../people/identity/auth-session.ts'
import type { FlashNotice } from '../../../platform/web/flash.tsx'
import { formFields } from '../../../platform/web/form.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { isPageRequest, isPrefetch } from '../../../shop/cart/add-from-form.ts'
import { deleteCard, makeDefaultCard } from '../../../shop/gateways/cards/save-card.ts'
import { cardName, MAX_SAVED_CARDS, type SavedCard } from '../../../shop/gateways/cards/saved-card.ts'
import { readCards } from '../../../shop/gateways/cards/saved-cards.store.ts'
import { savableGateways } from '../../../shop/payment-methods/payment-methods.ts'
import { type AccountRequest, accountPage, accountRequest, renderSignIn } from './account-page.tsx'
import type { AccountContext } from './context.ts'
import { ConfirmCardChange, PaymentMethodsPage } from './pages/payment-methods-page.tsx'

export function accountPaymentMethodsRoutes(shop: AccountContext): Hono {
  const app = new Hono()
  accountPage(app, shop, paths.accountPaymentMethods, cardsPage)
  for (const change of [deletion, defaultChange]) {
    const handle = (context: Context) => changeCard(context, shop, change)
    app.get(change.path, handle).post(change.path, handle)
  }
  return app
}

async function cardsPage(request: AccountRequest) {
  const { shop } = request
  const cards = await ownCards(request)
  return request.render({
    section: 'payment-methods',
    title: 'Payment methods',
    body: (
      <PaymentMethodsPage
        cards={cards}
        now={shop.now()}
        canAdd={savableGateways(shop.settings()).length > 0}
        isFull={cards.length >= MAX_SAVED_CARDS}
        defaultHref={({ id }) => hrefs.defaultPaymentMethod(id, nonceOf(request, defaultChange, id))}
      />
    ),
  })
}

const ownCards = ({ shop, user }: AccountRequest): Promise<SavedCard[]> =>
  readCards(shop.db, { customerId: user.id, provider: shop.payments.provider.name })

type CardChange = {
  readonly path: string
  /** WooCommerce's nonce action, followed by the card id. */
  readonly action: string
  readonly href: (card: number) => string
  readonly question: (card: SavedCard) => string
  readonly explanation: string
  readonly button: string
  /** Null if the card is not the customer's. */
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

const nonceOf = ({ nonce }: AccountRequest, { action }: CardChange, card: number) => nonce(`${action}${card}`).value

const NO_SUCH_CARD: FlashNotice = { kind: 'error', text: 'Invalid payment method.' }

/** With a valid nonce the change is made at once; without one the page asks for confirmation. */
async function changeCard(context: Context, shop: AccountContext, change: CardChange): Promise<Response> {
  context.header('cache-control', 'no-store')
  if (context.req.method === 'GET' && (isPrefetch(context) || !isPageRequest(context)))
    return context.text('Not without being opened.', 503)
  const session = await currentAuthSession(context, shop)
  if (!session) return renderSignIn(context, shop)
  const request = accountRequest(context, shop, session)
  const id = Number(context.req.param('card'))
  const card = (await ownCards(request)).find((one) => one.id === id)
  if (!card) return request.redirect(paths.accountPaymentMethods, NO_SUCH_CARD)
  const sent = context.req.method === 'POST' ? (await formFields(context))._wpnonce : context.req.query('_wpnonce')
  if (!verifyNonce(shop.secret, `${change.action}${id}`, session.sessionId, sent)) {
    const { explanation: text, button } = change
    const form = { text, button, action: change.href(id), nonce: nonceOf(request, change, id) }
    const body = <ConfirmCardChange {...form} />
    return request.render({ section: 'payment-methods', title: change.question(card), body })
  }
  const changed = await change.apply(shop, session.user.id, id)
  const notice: FlashNotice = changed ? { kind: 'success', text: change.done(changed) } : NO_SUCH_CARD
  return request.redirect(paths.accountPaymentMethods, notice)
}
