import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import { formatAmount } from '../../../../platform/admin/amount.ts'
import { ErrorState, Panel } from '../../../../platform/admin/parts.tsx'
import { paths } from '../../../../platform/web/routes.ts'
import type { OrderPreviewJson } from '../../rest/order-preview.ts'
import amounts from '../order-lines.module.css'
import { bodyOf, type OrderValues } from './order-values.ts'

const isAmount = (text: string): boolean => /^(-?\d+(\.\d{1,2})?)?$/.test(text)

/** Leaves out unfinished input, which the server would refuse. */
const withoutUnfinishedInput = (values: OrderValues): OrderValues => ({
  ...values,
  lines: values.lines.map((line) => ({
    ...line,
    quantity: line.quantity && line.quantity > 0 ? line.quantity : 1,
    agreed: isAmount(line.agreed) ? line.agreed : '',
  })),
  fees: values.fees.filter(({ id, name, total }) => (id > 0 || name.trim() !== '') && isAmount(total)),
  shippingLines: values.shippingLines.filter(({ total }) => isAmount(total)),
})

/** The server's totals for the order in the form; `id` is 0 for a new order. */
export function useOrderPreview(id: number) {
  const { rest } = useAdminContext()
  const { defaultValues } = useFormState<OrderValues>()
  const values = useDeferredValue(useWatch<OrderValues>() as OrderValues)
  const body = { ...bodyOf(withoutUnfinishedInput(values), defaultValues as OrderValues), id }
  return useQuery({
    queryKey: ['order-preview', body],
    queryFn: () => rest.send<OrderPreviewJson>('POST', paths.restOrderPreview, body),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

export function OrderPreview({ query }: { readonly query: ReturnType<typeof useOrderPreview> }) {
  const { data, error, isFetching } = query
  const amount = (text: string) => formatAmount(text, data?.currency)
  const rows = data
    ? [
        ...data.line_items.map((line) => ({ name: `${line.quantity} × ${line.name}`, total: amount(line.total) })),
        ...(Number(data.discount_total) === 0 ? [] : [{ name: 'Discount', total: amount(`-${data.discount_total}`) }]),
        ...[...data.fee_lines, ...data.shipping_lines, ...data.tax_lines].map(({ name, total }) => ({
          name,
          total: amount(total),
        })),
      ]
    : []
  return (
    <Panel id="preview" title="Total">
      {error && <ErrorState error={error} />}
      {(data || !error) && (
        <dl className={amounts.totals} aria-busy={isFetching}>
          {rows.map(({ name, total }, index) => (
            <div key={index}>
              <dt>{name}</dt>
              <dd>{total}</dd>
            </div>
          ))}
          <div className={amounts.sum}>
            <dt>Total</dt>
            <dd>
              <span role="status">{data ? `${amount(data.total)} ${data.currency}` : '…'}</span>
            </dd>
          </div>
        </dl>
      )}
    </Panel>
  )
}
