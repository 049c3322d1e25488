import { showExpressRow } from '../../wallets/client/express-row.client.ts'
import type { PayerDetail } from '../../wallets/client/page-wallets.client.ts'
import { attributionFields } from '../../wallets/client/visitor.client.ts'
import { emit, listen } from './cart-events.client.ts'

type CheckoutFields = Readonly<Record<string, { readonly required: boolean } | undefined>>

function isRequired(detail: PayerDetail): boolean {
  const { wc_stripe_checkout_fields: fields } = window as { wc_stripe_checkout_fields?: CheckoutFields }
  return fields?.[detail === 'name' ? 'billing_first_name' : `billing_${detail}`]?.required ?? false
}

/** Leaving a typed quantity saves it, which a tap on a button does not do in every browser. */
function isSaving(): boolean {
  const { activeElement } = document
  if (activeElement instanceof HTMLInputElement && activeElement.matches('input.qty')) activeElement.blur()
  return (
    document.querySelector('.cart_totals.processing') !== null || document.querySelector('input.qty:invalid') !== null
  )
}

showExpressRow({
  page: 'cart',
  field: (detail) => ({ isRequired: isRequired(detail), value: '' }),
  complete: (payment) => payment,
  orderFields: attributionFields,
  isBusy: isSaving,
  onChange: (handler) => listen('updated_wc_div updated_cart_totals wc_cart_emptied', handler),
  refresh: () => emit('wc_update_cart'),
})
