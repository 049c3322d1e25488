import { SaveButton } from '../../../platform/admin/list/save-button.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { OrderJson } from '../rest/order-json.ts'

/** As the server takes them. */
const MAX_PAPERS = 100

/** What is printed of the selected orders, each as one file. */
export function OrderPapers({ items }: { readonly items: readonly OrderJson[] }) {
  if (items.length > MAX_PAPERS)
    return <p>Packing slips and invoices are made of at most {MAX_PAPERS} orders at a time.</p>
  const href = (type: string) => `${paths.restOrderPapers}?type=${type}&include=${items.map(({ id }) => id).join()}`
  return (
    <>
      <SaveButton label="Packing slips (PDF)" href={href('packing-slip')} name="packing-slips.pdf" />
      <SaveButton label="Invoices (PDF)" href={href('invoice')} name="invoices.pdf" />
    </>
  )
}
