import { Link } from 'react-router'
import { useRest } from '../../../platform/admin/parts.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { CustomerJson } from '../rest/customers.ts'
import { customerName, customers } from './customers.ts'

/** A link to a customer by name; by number until the name is known. */
export function CustomerLink({ id }: { readonly id: number }) {
  const { data } = useRest<CustomerJson>([customers.rest, id], hrefs.restCustomer(id))
  return <Link to={hrefs.adminCustomer(id)}>{data ? customerName(data) : `Customer ${id}`}</Link>
}
