import { z } from 'zod'
import { allFixed, fixed, initially, itemShape, metaList, sent, time } from '../../../platform/rest/item-shape.ts'
import { feeLineShape, lineShape, shippingLineShape, taxLines } from './order-shape.ts'

const amount = z.string()

const itemOf = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.array(
    z.strictObject({
      ...allFixed(shape),
      ...{ id: z.int(), meta_data: fixed(metaList) },
      refund_total: sent(z.union([z.number(), z.string()])),
      refund_tax: sent(z.array(z.strictObject({ id: z.int(), refund_total: z.union([z.number(), z.string()]) }))),
    }),
  )

export const refundShape = itemShape('shop_order_refund', {
  ...allFixed({ id: z.int(), date_created: time, date_created_gmt: time }),
  amount,
  reason: z.string(),
  ...allFixed({ refunded_by: z.int(), refunded_payment: z.boolean(), meta_data: metaList }),
  line_items: itemOf(lineShape),
  tax_lines: fixed(taxLines),
  shipping_lines: itemOf(shippingLineShape),
  fee_lines: itemOf(feeLineShape),
  api_refund: sent(initially(z.boolean(), true)),
  api_restock: sent(initially(z.boolean(), true)),
  refunded_amount: sent(z.string()),
})
