import { SaveButton } from '../../../platform/admin/files/save-button.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { OrderJson } from '../rest/order-json.ts'

/** The server's limit for one request. */
const MAX_PAPERS = 100

const hrefOf = (type: string, items: readonly OrderJson[]): string =>
  `${paths.restOrderPapers}?type=${type}&include=${items.map(({ id }) => id).join()}`

/** Links to the printed papers of the selected orders, one file per kind. */
export function OrderPapers({ items }: { readonly items: readonly OrderJson[] }) {
  if (items.length > MAX_PAPERS)
    return <p>Packing slips and invoices are made of at most {MAX_PAPERS} orders at a time.</p>
  return (
    <>
      <SaveButton label="Packing slips (PDF)" href={hrefOf('packing-slip', items)} name="packing-slips.pdf" />
      <SaveButton label="Invoices (PDF)" href={hrefOf('invoice', items)} name="invoices.pdf" />
    </>
  )
}

export const PackingSlip = ({ order }: { readonly order: OrderJson }) => (
  <SaveButton
    label="Packing slip (PDF)"
    href={hrefOf('packing-slip', [order])}
    name={`packing-slip-${order.number}.pdf`}
  />
)
