import { Hono } from 'hono'
import { paths } from '../../../../platform/web/routes.ts'
import type { PaymentMethodSettings } from '../../settings.ts'

/** The file with which Apple verifies that the shop's domain may show Apple Pay; 404 until the owner has pasted it. */
export function domainAssociationRoutes(shop: { readonly settings: () => PaymentMethodSettings }): Hono {
  return new Hono().get(paths.appleDomainAssociation, (context) => {
    const { association } = shop.settings().gateways.stripe_applepay
    return association === '' ? context.notFound() : context.text(association, 200, { 'cache-control': 'no-cache' })
  })
}
