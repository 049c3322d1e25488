import type { Total } from '../pricing/total.ts'
import type { NewOrder } from './orders.store.ts'

type Amounts = Pick<
  NewOrder,
  | 'itemsSubtotalCents'
  | 'itemsTotalCents'
  | 'fees'
  | 'feesCents'
  | 'shippingCents'
  | 'taxCents'
  | 'totalCents'
  | 'shippingLines'
  | 'taxLines'
>

/** The amounts of a total as an order stores them: the same cents in cart, order, email and charge. */
export function orderAmounts(total: Total): Amounts {
  const { shippingRate } = total
  return {
    itemsSubtotalCents: total.itemsSubtotalCents,
    itemsTotalCents: total.itemsTotalCents,
    fees: total.fees.map((fee) => ({ name: fee.name, totalCents: fee.cents, taxCents: fee.taxCents })),
    feesCents: total.feesCents,
    shippingCents: total.shippingCents,
    taxCents: total.taxCents,
    totalCents: total.totalCents,
    shippingLines: shippingRate
      ? [
          {
            rateId: shippingRate.id,
            title: shippingRate.title,
            totalCents: total.shippingCents,
            taxCents: total.shippingTaxCents,
          },
        ]
      : [],
    taxLines: total.taxLines.map((tax) => ({
      code: tax.code,
      label: tax.label,
      ratePer100k: tax.ratePer100k,
      itemsTaxCents: tax.itemsCents,
      shippingTaxCents: tax.shippingCents,
    })),
  }
}
