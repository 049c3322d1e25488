import { showExpressRow } from '../../wallets/client/express-row.client.ts'
import type { PayerDetail } from '../../wallets/client/page-wallets.client.ts'
import { attributionFields } from '../../wallets/client/visitor.client.ts'
import { emit, listen } from './cart-events.client.ts'

type CheckoutFields = Readonly<Record<string, { readonly required: boolean } | undefined>>

function isRequired(detail: PayerDetail): boolean {
  const { wc_stripe_checkout_fields: fields } = window as { wc_stripe_checkout_fields?: CheckoutFields }
  return fields?.[detail === 'name' ? 'billing_first_name' : `billing_${detail}`]?.required ?? false
}

showExpressRow({
  page: 'cart',
  field: (detail) => ({ isRequired: isRequired(detail), value: '' }),
  complete: (payment) => payment,
  orderFields: attributionFields,
  isBusy: () => document.querySelector('.cart_totals.processing') !== null,
  onChange: (handler) => listen(['updated_wc_div', 'updated_cart_totals', 'wc_cart_emptied'], handler),
  refresh: () => emit('wc_update_cart'),
})
