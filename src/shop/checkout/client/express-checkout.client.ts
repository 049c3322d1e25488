import { listen } from '../../cart/client/cart-events.client.ts'
import { showExpressRow } from '../../wallets/client/express-row.client.ts'
import { attributionFields } from '../../wallets/client/visitor.client.ts'
import { completePayment } from '../wallet-details.ts'
import { billingDetails } from './card.client.ts'
import { trigger } from './checkout-events.client.ts'
import { fieldsOf } from './form.client.ts'
import { pageField } from './wallet-methods.client.ts'

/** Wallets above the form: who uses one fills in nothing, and what is filled in already is not asked again. */
export const showExpressCheckout = (form: HTMLFormElement): void =>
  showExpressRow({
    page: 'checkout',
    field: (detail) => pageField(form, detail),
    billingDetails: () => billingDetails(fieldsOf(form)),
    complete: (payment) => completePayment(fieldsOf(form), payment),
    orderFields: () => ({ ...attributionFields(), order_comments: fieldsOf(form).order_comments ?? '' }),
    isBusy: () => form.hasAttribute('data-stale'),
    onChange(handler) {
      listen(['updated_checkout'], handler)
      // What the sheet asks for depends on what the form holds.
      form.addEventListener('change', handler)
    },
    refresh: () => trigger('update_checkout'),
  })
