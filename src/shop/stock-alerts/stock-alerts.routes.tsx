import { type Context, Hono } from 'hono'
import type { ReactNode } from 'react'
import { HONEYPOT_FIELD } from '../../people/abuse/honeypot.tsx'
import { currentUser } from '../../people/identity/auth-session.ts'
import { clientAddress } from '../../platform/web/client-address.ts'
import type { Platform } from '../../platform/web/context.ts'
import { type FlashNotice, setFlash } from '../../platform/web/flash.tsx'
import { formFields, parseId } from '../../platform/web/form.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { loadSellables } from '../catalog/catalog.store.ts'
import { readAlertSubject } from './messages/alert-subject.ts'
import { AlertPage, type AlertState, ExpiredAlertPage, StoppedPage } from './pages/alert-page.tsx'
import {
  type AlertProblem,
  type AlertResult,
  type AlertShop,
  confirmRequest,
  MAX_PER_ADDRESS,
  requestAlert,
} from './request-alert.ts'
import { deleteAlertsOf, findAlert, type StockAlert } from './stock-alerts.store.ts'

type Shop = AlertShop & Pick<Platform, 'url'>

export function stockAlertRoutes(shop: Shop): Hono {
  const app = new Hono()

  app.post(paths.stockAlerts, async (context) => {
    const fields = await formFields(context)
    const productId = parseId(fields.product_id)
    const product = productId === null ? null : (await loadSellables(shop.db, [productId])).get(productId)
    if (!product) return context.notFound()
    setFlash(context, shop, [await submit(context, shop, product, fields)])
    return context.redirect(hrefs.product(product.slug), 303)
  })

  app.get(paths.stockAlert, async (context) => {
    const alert = await alertOf(context, shop)
    return alert ? alertPage(context, shop, alert) : page(context, 'Nothing is waiting here', <ExpiredAlertPage />, 404)
  })

  app.post(paths.stockAlert, async (context) => {
    const fields = await formFields(context)
    const alert = await alertOf(context, shop)
    if (fields.confirm !== undefined) {
      if (!alert) return page(context, 'Nothing is waiting here', <ExpiredAlertPage />, 404)
      const reached = await confirmRequest(shop, alert)
      const subject = reached && (await readAlertSubject(shop.db, alert.productId))
      if (subject) setFlash(context, shop, [problemNotice({ kind: reached, name: subject.name })])
      return context.redirect(hrefs.stockAlert(tokenOf(context)), 303)
    }
    // Any other body unsubscribes, such as `List-Unsubscribe=One-Click` from mail programs (RFC 8058).
    if (alert) await deleteAlertsOf(shop.db, alert.email)
    return page(context, 'No more emails', <StoppedPage />)
  })

  return app
}

type Fields = Readonly<Record<string, string>>
type AlertProduct = { readonly id: number; readonly name: string }

async function submit(context: Context, shop: Shop, product: AlertProduct, fields: Fields): Promise<FlashNotice> {
  const email = fields.email ?? ''
  if (fields[HONEYPOT_FIELD]) return noticeOf({ ok: true, name: product.name, email, isConfirmed: false })
  const result = await requestAlert(shop, {
    productId: product.id,
    variationId: parseId(fields.variation_id),
    email,
    user: await currentUser(context, shop),
    clientAddress: clientAddress(context),
  })
  return noticeOf(result)
}

function noticeOf(result: AlertResult): FlashNotice {
  if (!result.ok) return problemNotice(result.problem)
  const { name, email, isConfirmed } = result
  return isConfirmed
    ? { kind: 'success', text: `We will write to ${email} when ${name} is back.` }
    : {
        kind: 'info',
        text: `Please look in your mailbox: confirm with the link that we send to ${email}, and we will write when ${name} is back. If you are on the list already, no new email comes.`,
      }
}

function problemNotice(problem: AlertProblem): FlashNotice {
  switch (problem.kind) {
    case 'no-such-product':
      return { kind: 'error', text: 'This is not sold here any more.' }
    case 'invalid-email':
      return { kind: 'error', text: 'Please enter a valid email address, so that we can tell you.' }
    case 'in-stock':
      return { kind: 'success', text: `${problem.name} is in stock.` }
    case 'address-limit':
      return {
        kind: 'error',
        text: `You are already waiting for ${MAX_PER_ADDRESS} products. Once one of them is back, you can ask for ${problem.name}.`,
      }
    case 'product-limit':
      return {
        kind: 'error',
        text: `Too many people are already waiting for ${problem.name}. Please check back later.`,
      }
    case 'rate-limited':
      return { kind: 'error', text: 'Too many requests came from your network. Please try again in an hour.' }
  }
}

const tokenOf = (context: Context): string => context.req.param('token') ?? ''

const alertOf = (context: Context, shop: Shop) => findAlert(shop.db, tokenOf(context), shop.now())

async function alertPage(context: Context, shop: Shop, alert: StockAlert): Promise<Response> {
  const subject = await readAlertSubject(shop.db, alert.productId)
  if (!subject) return page(context, 'Nothing is waiting here', <ExpiredAlertPage />, 404)
  const state = stateOf(alert)
  return page(context, 'Back in stock', <AlertPage subject={subject} state={state} token={tokenOf(context)} />)
}

const stateOf = ({ confirmedAt, notifiedAt }: StockAlert): AlertState =>
  notifiedAt !== null ? 'notified' : confirmedAt === null ? 'unconfirmed' : 'waiting'

function page(context: Context, title: string, body: ReactNode, status: 200 | 404 = 200) {
  // Keeps the token in the URL from other sites.
  context.header('referrer-policy', 'same-origin')
  return context.render({ title, body, status, bodyClass: 'back-in-stock woocommerce woocommerce-page', noIndex: true })
}
